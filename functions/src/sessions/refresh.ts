import { isOutdated } from '@recado/shared/companies/company'
import { getCompany } from '@recado/shared/companies/store'
import { PREVIOUS_REFRESH_TOKEN_MS, type SessionUser } from '@recado/shared/sessions/session'
import { endSession, getSession, rotateSession } from '@recado/shared/sessions/store'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { closeSocketsOf } from '../credentials/end-session.ts'
import { companyUpdated, notSignedIn, sessionReplaced, signAccessToken } from '../credentials/tokens.ts'
import type { Exchange } from '../http/exchange.ts'
import { clearRefreshCookie, refreshCookieOf, setRefreshCookie } from './cookie.ts'
import { sessionUserOf } from './open-session.ts'
import { type RefreshToken, signRefreshToken, verifyRefreshToken } from './refresh-tokens.ts'

/**
 * Returns a new access token, and sets the next refresh token in the cookie. For 30 seconds, the previous token is
 * accepted while its successor is unused (other tabs, lost answers), and gets that successor. Any other used token
 * ends the session.
 * @throws DomainError 401
 */
export async function refreshSession(exchange: Exchange): Promise<{ token: string; user: SessionUser }> {
  const presented = await presentedToken(exchange)
  const generation = presented && (await nextGeneration(presented))
  if (!presented || generation === undefined) {
    clearRefreshCookie(exchange)
    throw notSignedIn()
  }
  const { companyId, userId, sid } = presented
  const user = await getUser(tableOf(companyId), userId)
  if (!user) throw notSignedIn()
  const answer = {
    user: await sessionUserOf(user),
    token: await signAccessToken({ sub: userId, cid: companyId, sid }),
  }
  setRefreshCookie(exchange, await signRefreshToken({ companyId, userId, sid, generation }))
  return answer
}

/** Ends the cookie's session, if the cookie is valid. */
export async function signOut(exchange: Exchange): Promise<void> {
  const presented = await presentedToken(exchange)
  if (presented) await end(presented)
  clearRefreshCookie(exchange)
}

async function end({ companyId, userId, sid }: RefreshToken): Promise<void> {
  if (await endSession(tableOf(companyId), userId, sid)) await closeSocketsOf(companyId, userId, sid)
}

async function presentedToken(exchange: Exchange): Promise<RefreshToken | undefined> {
  const cookie = refreshCookieOf(exchange)
  return cookie ? verifyRefreshToken(cookie) : undefined
}

/**
 * Generation of the next refresh token; undefined for an invalid token.
 * @throws DomainError ERR_SESSION_REPLACED when the user signed in elsewhere, ERR_COMPANY_UPDATED when the company
 * changed after the session's start
 */
async function nextGeneration(presented: RefreshToken): Promise<number | undefined> {
  const table = tableOf(presented.companyId)
  const now = Date.now()
  const [session, company] = await Promise.all([getSession(table, presented.userId), getCompany(table)])
  if (!session) return undefined
  // The cookie stays: the browser may have signed in again, and have a newer one by now.
  if (session.sid !== presented.sid) throw sessionReplaced()
  if (company && isOutdated(session, company)) {
    await endSession(table, presented.userId, presented.sid)
    throw companyUpdated()
  }
  if (presented.generation === session.generation) {
    // The loser of this race reads again and gets the winner's successor.
    return (await rotateSession(table, session, now)) ? session.generation + 1 : nextGeneration(presented)
  }
  const isPrevious = presented.generation === session.generation - 1
  if (isPrevious && now - session.rotatedAt <= PREVIOUS_REFRESH_TOKEN_MS) return session.generation
  await end(presented)
  return undefined
}
