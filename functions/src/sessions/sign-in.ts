import type { LoginAnswer } from '@recado/shared/sessions/session'
import { findByEmail, getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { attemptSignIn, noteUnknown } from './attempts.ts'
import { handoverTo } from './handover.ts'
import { invalidCredentials, openSession } from './open-session.ts'
import { isPassword } from './password.ts'
import { noteRefusal, requireCode } from './second-step.ts'

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
  return elsewhere ? { ...answer, handover: await handoverTo(elsewhere, user) } : answer
}
