import { recordDeed } from '@recado/shared/audit/store'
import { DomainError } from '@recado/shared/errors'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { findByEmail, getUser, type StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { attemptSignIn, noteUnknown } from './attempts.ts'
import { handoverTo } from './handover.ts'
import { invalidCredentials, loginOf, openSession } from './open-session.ts'
import { isPassword } from './password.ts'
import { takeCode } from './totp.ts'

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Opens the user's one session; an older one stops working at once and its browser is told. Whose company is on another
 * instance gets a handover to it as well.
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
  const answer = await openSession(user, exchange)
  const elsewhere = answer.user.company.instance?.address
  return elsewhere ? { ...answer, handover: await handoverTo(elsewhere, user.email) } : answer
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

async function noteRefusal(user: StoredUser, code: string, exchange: Exchange): Promise<void> {
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), ports.now(), code)
}
