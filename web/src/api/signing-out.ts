import type { sessionRoutes } from '@recado/shared/sessions/routes'

// Every page loads this module, so it imports neither schemas nor Amplify.

/** Stored while the server has not answered a sign-out. Until then the refresh cookie is valid, and must not be used. */
const SIGNING_OUT_KEY = 'recado.signingOut'
const LOGOUT: Pick<typeof sessionRoutes.logout, 'method' | 'path'> = {
  method: 'DELETE',
  path: '/auth/logout',
}
/** A network that stays silent must not hold up the next sign-in (ms). */
const ANSWERED_WITHIN_MS = 10_000

/**
 * How long a call waits for the calls of other tabs (ms): longer than a sign-out lasts, and less than the 30 seconds in which the
 * server accepts a refresh token for a second time (PREVIOUS_REFRESH_TOKEN_MS).
 */
const WAITS_MS = 12_000

/**
 * Runs calls that change the refresh cookie one after the other, across tabs. Safari on iPhones suspends tabs in the background,
 * and a suspended tab keeps its locks (https://github.com/w3c/web-locks/issues/4): after {@link WAITS_MS} a call runs without
 * the lock.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), WAITS_MS)
  let hasBegun = false
  try {
    return await navigator.locks.request('recado.refresh', { signal: waiting.signal }, () => {
      clearTimeout(timer)
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun || !waiting.signal.aborted) throw error
    return work()
  }
}

export function isSigningOut(): boolean {
  try {
    return localStorage.getItem(SIGNING_OUT_KEY) !== null
  } catch {
    // Storage may be switched off.
    return false
  }
}

export const beginSigningOut = (): void => localStorage.setItem(SIGNING_OUT_KEY, 'true')

export const endSigningOut = (): void => localStorage.removeItem(SIGNING_OUT_KEY)

/** Tells the server of a sign-out that it has not answered yet. Resolves without its answer too. */
export async function tellSignOut(): Promise<void> {
  if (!isSigningOut()) return
  await oneAtATime(async () => {
    // Another tab may have told the server meanwhile, or signed in.
    if (isSigningOut() && (await logout())) endSigningOut()
  })
}

/** Tells the server of a sign-out of an earlier page now, and of any sign-out when the network comes back. */
export function followSigningOut(): void {
  addEventListener('online', tellSignOut)
  void tellSignOut()
}

/** @returns whether the server answered that the session has ended */
async function logout(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    // The call goes on when its page is left.
    const answer = await fetch(`/api${LOGOUT.path}`, { method: LOGOUT.method, keepalive: true, signal })
    return answer.ok
  } catch (error) {
    // Without a network fetch throws a TypeError, and after the time a DOMException.
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}
