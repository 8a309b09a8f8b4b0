import { randomBytes, randomInt } from 'node:crypto'
import { DomainError } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { RECOVERY_CODES, TOTP_DIGITS, TOTP_STEP_SECONDS, TOTP_TOLERANCE } from '@recado/shared/sessions/totp'
import { type Account, openTotp, sealTotp, TOTP_KEY } from '@recado/shared/sessions/totp-seal'
import {
  getTotp,
  putPendingTotp,
  type TotpRow,
  takeRecoveryCode,
  takeStep,
  turnTotpOff,
  turnTotpOn,
} from '@recado/shared/sessions/totp-store'
import { getUser } from '@recado/shared/users/store'
import { Secret, TOTP } from 'otpauth'
import { ports, tableOf } from '../context.ts'
import { attemptOwnPassword } from '../credentials/attempts.ts'
import { digestOf } from '../credentials/one-time-token.ts'
import { requireOwnPassword } from '../credentials/own-password.ts'
import { secrets } from '../secrets.ts'

/** Length of the secret in bytes: that of the digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20

const accountOf = ({ homeCompanyId: companyId, userId }: Actor): Account => ({ companyId, userId })

/** @throws DomainError ERR_TOTP_ON when a secret is already active */
export async function beginTotp(actor: Actor): Promise<{ secret: string; uri: string }> {
  const account = accountOf(actor)
  const table = tableOf(account.companyId)
  const user = await getUser(table, account.userId)
  const secret = new Secret({ size: SECRET_BYTES })
  if (!(await putPendingTotp(table, account.userId, sealTotp(await totpKeys(), account, secret.base32))))
    throw isOn()
  return { secret: secret.base32, uri: authenticator(secret, user?.email).toString() }
}

/** @throws DomainError ERR_WRONG_PASSWORD, ERR_TOTP_INVALID, ERR_TOTP_ON, ERR_TOO_MANY_ATTEMPTS */
export async function confirmTotp(
  actor: Actor,
  { code, currentPassword }: { code: string; currentPassword: string },
): Promise<{ recoveryCodes: string[] }> {
  const account = accountOf(actor)
  const table = tableOf(account.companyId)
  await requireOwnPassword(account.companyId, account.userId, currentPassword)
  const attempted = await attemptOwnPassword(account.userId)
  const row = await getTotp(table, account.userId)
  if (row?.on) throw isOn()
  const step = row && (await stepOf(account, row, code))
  if (!row || step === undefined) {
    throw new DomainError('unprocessable', 'ERR_TOTP_INVALID', 'This code is not right')
  }
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const turnedOn = { sealed: row.sealed, lastStep: step, recovery: recoveryCodes.map(digestOf) }
  if (!(await turnTotpOn(table, account.userId, turnedOn))) throw isOn()
  await attempted.succeeded()
  return { recoveryCodes }
}

/** @throws DomainError ERR_WRONG_PASSWORD, ERR_TOO_MANY_ATTEMPTS */
export async function endTotp(actor: Actor, { password }: { password: string }): Promise<undefined> {
  const { companyId, userId } = accountOf(actor)
  await requireOwnPassword(companyId, userId, password)
  await turnTotpOff(tableOf(companyId), userId)
}

/**
 * Checks a code and marks it as used: the same code is refused the second time.
 * @param code six digits of the authenticator, or a recovery code
 */
export async function takeCode(account: Account, code: string): Promise<boolean> {
  const { companyId, userId } = account
  const table = tableOf(companyId)
  const row = await getTotp(table, userId)
  if (!row?.on) return false
  const step = await stepOf(account, row, code)
  if (step !== undefined) return takeStep(table, userId, step)
  const digest = digestOf(code.toLowerCase())
  return row.recovery.includes(digest) && takeRecoveryCode(table, userId, row, digest)
}

/** The time step of a code, among the currently valid ones; undefined for a wrong code. */
async function stepOf(account: Account, row: TotpRow, code: string): Promise<number | undefined> {
  const digits = code.replace(/\s/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  const secret = Secret.fromBase32(openTotp(await totpKeys(), account, row.sealed))
  const timestamp = ports.now()
  const delta = authenticator(secret).validate({ token: digits, timestamp, window: TOTP_TOLERANCE })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / TOTP_STEP_SECONDS) + delta
}

const authenticator = (secret: Secret, label = '') =>
  new TOTP({
    issuer: 'Recado',
    label,
    secret,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_STEP_SECONDS,
  })

/** Letters and digits that are not easily confused. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789'

/** `k3mfp-x9wqd`. */
function newRecoveryCode(): string {
  const five = () => Array.from({ length: 5 }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('')
  return `${five()}-${five()}`
}

const isOn = () => new DomainError('conflict', 'ERR_TOTP_ON', 'Two-step sign-in is switched on already')

const KEY_BYTES = 32

const totpKeys = () => secrets.secret(TOTP_KEY, () => randomBytes(KEY_BYTES).toString('base64'))
