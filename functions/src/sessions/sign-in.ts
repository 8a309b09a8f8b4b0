import { randomBytes } from 'node:crypto'
import type { Deed } from '@recado/shared/audit/audit'
import { recordDeed } from '@recado/shared/audit/store'
import { getCompany, sessionCompanyOf } from '@recado/shared/companies/store'
import { DomainError } from '@recado/shared/errors'
import type { LoginAnswer, SessionUser } from '@recado/shared/sessions/session'
import { addLogin, getSession, putSession } from '@recado/shared/sessions/store'
import { findByEmail, getUser, type StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { workplaceOf } from './actor.ts'
import { attemptSignIn, noteUnknown } from './attempts.ts'
import { setRefreshCookie } from './cookie.ts'
import { tellReplaced } from './end-session.ts'
import { isPassword } from './password.ts'
import { signRefreshToken } from './refresh-tokens.ts'
import { signAccessToken } from './tokens.ts'
import { takeCode } from './totp.ts'

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Opens the user's one session; an older one stops working at once and its browser is told.
 * @throws DomainError ERR_INVALID_CREDENTIALS, ERR_TOTP_REQUIRED, ERR_TOTP_INVALID, ERR_TOO_MANY_ATTEMPTS
 */
export async function signIn(given: Credentials, exchange: Exchange): Promise<LoginAnswer> {
  const attempted = await attemptSignIn(given.email, exchange.address)
  const found = await findByEmail(ports.table, given.email)
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  const isRight = await isPassword(given.password, user?.passwordHash)
  if (!isRight || !user) {
    // Either takes one write, so that the time tells nothing of whether somebody has this e-mail.
    await (user ? noteRefusal(user, 'ERR_INVALID_CREDENTIALS', exchange) : noteUnknown(exchange.address))
    throw invalidCredentials()
  }
  if (user.totp) await requireCode(user, given.code, exchange)
  // Behind a code stands the attempt that asked for it.
  await attempted.succeeded(user.totp ? 2 : 1)
  const shown = await sessionUserOf(user)
  const token = await beginSession(user, exchange)
  await noteLogin(user, shown, exchange)
  return { token, user: shown }
}

async function requireCode(user: StoredUser, code: string | undefined, exchange: Exchange): Promise<void> {
  // The app asks for the code then: nothing was tried yet.
  if (!code) {
    throw new DomainError('unauthenticated', 'ERR_TOTP_REQUIRED', 'A code of the authenticator is needed')
  }
  if (await takeCode({ companyId: user.companyId, userId: user.id }, code)) return
  await noteRefusal(user, 'ERR_TOTP_INVALID', exchange)
  throw new DomainError('unauthenticated', 'ERR_TOTP_INVALID', 'This code is not right')
}

async function beginSession({ id: userId, companyId }: StoredUser, exchange: Exchange): Promise<string> {
  const table = tableOf(companyId)
  const sid = randomBytes(18).toString('base64url')
  const older = await getSession(table, userId)
  await putSession(table, userId, sid, Date.now())
  setRefreshCookie(exchange, await signRefreshToken({ companyId, userId, sid, generation: 1 }))
  if (older) await tellReplaced(companyId, userId, older.sid)
  return signAccessToken({ sub: userId, cid: companyId, sid })
}

/** Stands in the trail of the user's company, and in that of the one they work in for support. */
async function noteLogin(user: StoredUser, shown: SessionUser, exchange: Exchange): Promise<void> {
  const now = ports.now()
  const at = new Date(now).toISOString()
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), now)
  if (shown.support) await recordDeed(tableOf(shown.companyId), loginOf(user, exchange, true), now)
  await addLogin(tableOf(user.companyId), user.id, { at, ...exchange.from })
}

async function noteRefusal(user: StoredUser, code: string, exchange: Exchange): Promise<void> {
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), ports.now(), code)
}

const loginOf = ({ id, name }: StoredUser, { from }: Exchange, support = false): Deed => ({
  ...{ who: { id, name, support }, action: 'sessions.login', target: id, targetName: null, fields: [], from },
})

/** @throws DomainError ERR_INVALID_CREDENTIALS where the company is switched off */
export async function sessionUserOf(user: StoredUser): Promise<SessionUser> {
  const { id, name, email, profile, super: isSuper } = user
  const home = await getCompany(tableOf(user.companyId))
  if (!home?.status) throw invalidCredentials()
  const { worksIn, support } = await workplaceOf(user, home)
  return {
    ...{ id, name, email, profile, support, super: isSuper, companyId: worksIn.id },
    company: sessionCompanyOf(worksIn, ports.now()),
  }
}

const invalidCredentials = () =>
  new DomainError('unauthenticated', 'ERR_INVALID_CREDENTIALS', 'Authentication error. Please try again.')
