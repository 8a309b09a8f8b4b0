import type { RequestOf } from '@recado/shared/http/contract'
import { sessionRoutes } from '@recado/shared/sessions/routes'
import { type LoginAnswer, REFRESH_EVERY_MS, sessionUser } from '@recado/shared/sessions/session'
import * as z from 'zod'
import { createSessionKeeper, type StoredSession } from './session-keeper.ts'
import { beginSigningOut, endSigningOut, isSigningOut, oneAtATime, tellSignOut } from './signing-out.ts'
import { CSHOW_KEY, campaignsEnabled, SESSION_KEY } from './stored-session.ts'
import { deleteTraces } from './traces.ts'
import { send } from './transport.ts'

const storedSession = z.object({ since: z.number(), user: sessionUser })

/**
 * Time until an answer to a refresh begins (ms). If the answer is lost, the next refresh must come while the server still
 * accepts the replaced token (PREVIOUS_REFRESH_TOKEN_MS): later it ends the session.
 */
const REFRESHED_WITHIN_MS = 15_000

export const session = createSessionKeeper({
  refresh: () => send(sessionRoutes.refreshToken, {}, { answeredWithinMs: REFRESHED_WITHIN_MS }),
  oneAtATime,
  isSigningOut,
  endSigningOut,
  read: readStored,
  write: writeStored,
  clear: clearStored,
  now: Date.now,
})

/** Whether the pages of campaigns and contact lists are shown. */
export const cshow = () => localStorage.getItem(CSHOW_KEY) !== null

/** Signs in here. If the company is on another instance, the browser goes there and the promise never resolves. */
export async function signIn(credentials: RequestOf<typeof sessionRoutes.login>): Promise<void> {
  const { user, handover } = await openSession(() => send(sessionRoutes.login, credentials))
  const elsewhere = user.company.instance
  if (!handover || !elsewhere) return
  // A user of the other instance needs no session here.
  beginSigningOut()
  await tellSignOut()
  location.assign(`${elsewhere.address}/login#handover=${handover}`)
  return new Promise(() => undefined)
}

/**
 * Opens the session of a sign-in, unless its user goes on to another instance. The sign-in waits for an unanswered sign-out,
 * whose answer would remove the new session's cookie.
 */
export async function openSession(start: () => Promise<LoginAnswer>): Promise<LoginAnswer> {
  await tellSignOut()
  return oneAtATime(async () => {
    const answer = await start()
    if (!answer.handover || !answer.user.company.instance) session.open(answer)
    return answer
  })
}

/** Ends the session in the browser at once. The server is told now, or as soon as it can be reached. */
export function signOut(): void {
  const user = session.user()
  if (user) deleteTraces(user.id)
  beginSigningOut()
  session.end('logout')
  void tellSignOut()
}

/** Renews the token every 15 minutes and follows other tabs. Returns a function that stops both. */
export function keepSessionFresh(): () => void {
  const renew = () => {
    if (session.user()) session.refresh().catch(() => undefined)
  }
  const follow = (event: StorageEvent) => {
    if (event.key === SESSION_KEY || event.key === null) session.followOtherTab()
  }
  const timer = setInterval(renew, REFRESH_EVERY_MS)
  addEventListener('storage', follow)
  return () => {
    clearInterval(timer)
    removeEventListener('storage', follow)
  }
}

function readStored(): StoredSession | null {
  const text = localStorage.getItem(SESSION_KEY)
  if (!text) return null
  try {
    return storedSession.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function writeStored(stored: StoredSession): void {
  // Other tabs react to the stored session, so this flag has to be stored before it.
  if (campaignsEnabled(stored.user)) localStorage.setItem(CSHOW_KEY, 'true')
  else localStorage.removeItem(CSHOW_KEY)
  localStorage.setItem(SESSION_KEY, JSON.stringify(stored))
}

function clearStored(): void {
  localStorage.removeItem(SESSION_KEY)
  localStorage.removeItem(CSHOW_KEY)
}
