import type { LoginAnswer } from '@recado/shared/sessions/session'
import { endSession } from '@recado/shared/sessions/store'
import { getUser, type StoredUser } from '@recado/shared/users/store'
import { decodeJwt } from 'jose'
import { tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { clearRefreshCookie } from './cookie.ts'

/**
 * Ends the session that a sign-in just opened, if its user was deleted or got another password since the sign-in read
 * them. A new password ends the sessions of its moment, and this one may have started later. The user is read after the
 * session's start, so a later change finds the session, and an earlier one is seen here. No token has left the function.
 * @param user as the sign-in verified them
 * @returns false if the session was ended; its cookie is cleared
 */
export async function confirmSession(
  { companyId, id: userId, passwordHash }: StoredUser,
  { token }: LoginAnswer,
  exchange: Exchange,
): Promise<boolean> {
  const table = tableOf(companyId)
  const user = await getUser(table, userId)
  if (user && user.passwordHash === passwordHash) return true
  const { sid } = decodeJwt<{ sid: string }>(token)
  // By its id: the user may have signed in with the new password meanwhile.
  await endSession(table, userId, sid)
  clearRefreshCookie(exchange)
  return false
}
