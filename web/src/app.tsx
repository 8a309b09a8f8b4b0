import '@mantine/dates/styles.layer.css'
import '@mantine/dropzone/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './api/schemas.ts'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactElement, StrictMode } from 'react'
import { queryClient } from './api/query-client.ts'
import { keepSessionFresh, session } from './api/session.ts'
import { Frame } from './frame/Frame.tsx'
import { publicPathOf, redirectIn } from './public/places.ts'
import { createAppRouter } from './router.tsx'
import { followSession } from './session/follow-session.ts'
import { DatesInLanguage } from './ui/DatesInLanguage.tsx'
import { showMomentsInTexts } from './zone/moments-in-texts.ts'

/**
 * The pages behind the login. Their texts are loaded beside this.
 * @param onSignedOut opens the pages before the login
 * @returns nothing if no valid session is stored
 */
export async function startApp(onSignedOut: () => Promise<void>): Promise<ReactElement | undefined> {
  // Another tab may have signed in since this module was loaded.
  session.followOtherTab()
  if (!session.user()) return void (await onSignedOut())
  if (publicPathOf(location)) history.replaceState(null, '', redirectIn(location))
  showMomentsInTexts()
  const router = createAppRouter()
  const stopRenewing = keepSessionFresh()
  const stopFollowing = followSession(router, queryClient, () => {
    stopRenewing()
    stopFollowing()
    router.history.destroy()
    void onSignedOut()
  })
  return (
    <StrictMode>
      <Frame>
        <DatesInLanguage>
          <RouterProvider router={router} />
        </DatesInLanguage>
      </Frame>
    </StrictMode>
  )
}
