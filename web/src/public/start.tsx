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
  const [stop, open] = openOnce(onSignedIn)
  if (await takeHandover()) return void open()
  const arrive = async () => {
    if (await takeHandover()) void open()
  }
  const follow = ({ key }: StorageEvent) => {
    if (key === SESSION_KEY && hasStoredSession()) void open()
  }
  addEventListener('hashchange', arrive)
  addEventListener('storage', follow)
  stop(() => {
    removeEventListener('hashchange', arrive)
    removeEventListener('storage', follow)
  })
  return (
    <StrictMode>
      <Frame>
        <Toasts />
        <PublicPages onSignedIn={open} />
      </Frame>
    </StrictMode>
  )
}

/** Opens the app once, however many events ask for it, and stops what listens here. */
function openOnce(open: () => Promise<void>) {
  let stopping: (() => void) | undefined
  let isOpening = false
  const stop = (stops: () => void) => {
    stopping = stops
  }
  const once = () => {
    if (isOpening) return
    isOpening = true
    stopping?.()
    void open()
  }
  return [stop, once] as const
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
