import { type ReactElement, StrictMode } from 'react'
import { hasStoredSession, SESSION_KEY } from '../api/stored-session.ts'
import { Frame } from '../frame/Frame.tsx'
import { startTexts } from '../i18n/index.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { arrivedHandover } from './arrived-handover.ts'
import { PublicPages } from './PublicPages.tsx'
import { handoverIn, loginFor, publicPathOf } from './places.ts'

/**
 * The pages before the login.
 * @param onSignedIn opens the app
 * @returns nothing if a handover in the URL signed the user in
 */
export async function startPublicPages(onSignedIn: () => Promise<void>): Promise<ReactElement | undefined> {
  await startTexts('public')
  if (!publicPathOf(location)) history.replaceState(null, '', loginFor(location))
  const listening = new AbortController()
  const { signal } = listening
  /** Opens the app once, however many events ask for it. */
  const open = () => {
    if (signal.aborted) return
    listening.abort()
    void onSignedIn()
  }
  const arrive = async () => {
    if (await takeHandover()) open()
  }
  const follow = ({ key }: StorageEvent) => {
    if (key === SESSION_KEY && hasStoredSession()) open()
  }
  await arrive()
  if (signal.aborted) return undefined
  addEventListener('hashchange', arrive, { signal })
  addEventListener('storage', follow, { signal })
  return (
    <StrictMode>
      <Frame>
        <Toasts />
        <PublicPages onSignedIn={open} />
      </Frame>
    </StrictMode>
  )
}

/**
 * Signs in by the handover in the URL. A handover replaces a running session only after a question.
 * @returns whether the user is signed in
 */
async function takeHandover(): Promise<boolean> {
  const handover = handoverIn(location)
  if (location.pathname !== '/login' || handover === null) return false
  // Removed from the URL first, so that going back does not repeat it.
  history.replaceState(null, '', '/login')
  return arrivedHandover.arrive(handover, hasStoredSession())
}
