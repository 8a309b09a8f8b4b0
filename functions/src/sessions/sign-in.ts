import { setTimeout } from 'node:timers/promises'
import type { LoginAnswer } from '@recado/shared/sessions/session'
import { findByEmail, getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { attemptSignIn, noteUnknown } from '../credentials/attempts.ts'
import { isPassword } from '../credentials/password.ts'
import type { Exchange } from '../http/exchange.ts'
import { confirmSession } from './confirmed-session.ts'
import { handoverTo } from './handover.ts'
import { invalidCredentials, openSession } from './open-session.ts'
import { noteRefusal, requireCode } from './second-step.ts'

/** A refused sign-in is answered after a multiple of this time, in milliseconds. */
const REFUSED_EVERY_MS = 400

interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

/**
 * Milliseconds until a refused sign-in is answered. A known e-mail takes more steps, in its company's rows: a fixed time
 * hides them.
 * @param sinceMs since the call's start
 */
const untilAnswer = (sinceMs: number): number =>
  Math.ceil(sinceMs / REFUSED_EVERY_MS) * REFUSED_EVERY_MS - sinceMs

/**
 * Opens the user's one session. An older one stops working at once, and its browser is informed. A user whose
 * company is on another instance also gets a handover to it.
 * @param pause waits for milliseconds
 * @throws DomainError ERR_INVALID_CREDENTIALS, ERR_TOTP_REQUIRED, ERR_TOTP_INVALID, ERR_TOO_MANY_ATTEMPTS;
 * ERR_COMPANY_INACTIVE, which only a right password and code get
 */
export async function signIn(
  given: Credentials,
  exchange: Exchange,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<LoginAnswer> {
  const begunAt = ports.now()
  const attempted = await attemptSignIn(given.email, exchange.address)
  const found = await findByEmail(ports.table, given.email)
  const user = found && (await getUser(tableOf(found.companyId), found.userId))
  const isRight = await isPassword(given.password, user?.passwordHash)
  if (!isRight || !user) {
    await (user ? noteRefusal(user, 'ERR_INVALID_CREDENTIALS', exchange) : noteUnknown(exchange.address))
    await pause(untilAnswer(ports.now() - begunAt))
    throw invalidCredentials()
  }
  // Nothing was guessed: the app asks for the code now.
  if (user.totp && !given.code) await attempted.succeeded()
  if (user.totp) await requireCode(user, given.code, exchange)
  await attempted.succeeded()
  const answer = await openSession(user, exchange, { ifMoved: true })
  if (!(await confirmSession(user, answer, exchange))) {
    await noteRefusal(user, 'ERR_INVALID_CREDENTIALS', exchange)
    throw invalidCredentials()
  }
  const elsewhere = answer.user.company.instance?.address
  return elsewhere ? { ...answer, handover: await handoverTo(elsewhere, user) } : answer
}
