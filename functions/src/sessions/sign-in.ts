import { randomBytes } from 'node:crypto'
import { getCompany, sessionCompanyOf } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors'
import type { LoginAnswer, SessionUser } from '@recado/shared/sessions/session'
import { getSession, putSession } from '@recado/shared/sessions/store'
import { findByEmail, getUser, type StoredUser } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { attempt } from './attempts.ts'
import { setRefreshCookie } from './cookie.ts'
import { isPassword } from './password.ts'
import { signAccessToken, signRefreshToken } from './tokens.ts'

/**
 * Opens the user's one session; an older one stops working at once and its browser is told.
 * @throws DomainError ERR_INVALID_CREDENTIALS, ERR_TOO_MANY_ATTEMPTS
 */
export async function signIn(
  input: { email: string; password: string },
  exchange: Exchange,
): Promise<LoginAnswer> {
  const attempted = await attempt(input.email, exchange.address)
  const found = await findByEmail(ports.table, input.email)
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  if (!(await isPassword(input.password, user?.passwordHash)) || !user) {
    throw new DomainError(
      'unauthenticated',
      'ERR_INVALID_CREDENTIALS',
      'Authentication error. Please try again.',
    )
  }
  await attempted.succeeded()
  return { token: await beginSession(user, exchange), user: await sessionUserOf(user) }
}

async function beginSession({ id: userId, companyId }: StoredUser, exchange: Exchange): Promise<string> {
  const table = tableOf(companyId)
  const sid = randomBytes(18).toString('base64url')
  const older = await getSession(table, userId)
  await putSession(table, userId, sid, Date.now())
  setRefreshCookie(exchange, await signRefreshToken({ companyId, userId, sid, generation: 1 }))
  if (older) await publish({ companyId, topic: 'user', action: 'replaced', userId, body: { sid: older.sid } })
  return signAccessToken({ sub: userId, cid: companyId, sid })
}

/** @throws DomainError ERR_INVALID_CREDENTIALS where the company is switched off */
export async function sessionUserOf({
  id,
  name,
  email,
  profile,
  super: isSuper,
  companyId,
}: StoredUser): Promise<SessionUser> {
  const company = await getCompany(tableOf(companyId))
  if (!company?.status) {
    throw new DomainError(
      'unauthenticated',
      'ERR_INVALID_CREDENTIALS',
      'Authentication error. Please try again.',
    )
  }
  return { id, name, email, profile, super: isSuper, companyId, company: sessionCompanyOf(company) }
}
