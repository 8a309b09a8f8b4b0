import type { LoginAnswer } from '@recado/shared/sessions/session'
import { findByEmail, getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { attemptSignIn, noteUnknown } from '../credentials/attempts.ts'
import { isPassword } from '../credentials/password.ts'
import type { Exchange } from '../http/exchange.ts'
import { handoverTo } from './handover.ts'
import { invalidCredentials, openSession } from './open-session.ts'
import { noteRefusal, requireCode } from './second-step.ts'

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Opens the user's one session. An older one stops working at once, and its browser is informed. A user whose
 * company is on another instance also gets a handover to it.
 * @throws DomainError ERR_INVALID_CREDENTIALS, ERR_TOTP_REQUIRED, ERR_TOTP_INVALID, ERR_TOO_MANY_ATTEMPTS
 */
export async function signIn(given: Credentials, exchange: Exchange): Promise<LoginAnswer> {
  const attempted = await attemptSignIn(given.email, exchange.address)
  const found = await findByEmail(ports.table, given.email)
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  const isRight = await isPassword(given.password, user?.passwordHash)
  if (!isRight || !user) {
    // Each branch takes one write, so the time does not show whether the e-mail has a user.
    await (user ? noteRefusal(user, 'ERR_INVALID_CREDENTIALS', exchange) : noteUnknown(exchange.address))
    throw invalidCredentials()
  }
  // Nothing was guessed: the app asks for the code now.
  if (user.totp && !given.code) await attempted.succeeded()
  if (user.totp) await requireCode(user, given.code, exchange)
  await attempted.succeeded()
  const answer = await openSession(user, exchange, { ifMoved: true })
  const elsewhere = answer.user.company.instance?.address
  return elsewhere ? { ...answer, handover: await handoverTo(elsewhere, user) } : answer
}
