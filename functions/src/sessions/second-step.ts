import { recordDeed } from '@recado/shared/audit/store'
import type { ErrorCode } from '@recado/shared/errors/error-codes'
import { DomainError } from '@recado/shared/errors/errors'
import type { StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { loginOf } from './open-session.ts'
import { takeCode } from './totp.ts'

/**
 * Requires the second step of a sign-in, if the user has it switched on.
 * @throws DomainError ERR_TOTP_REQUIRED without a code, ERR_TOTP_INVALID
 */
export async function requireCode(
  user: StoredUser,
  code: string | undefined,
  exchange: Exchange,
): Promise<void> {
  // The app then asks for the code. Nothing was tried yet, so nothing is recorded.
  if (!code) {
    throw new DomainError('unauthenticated', 'ERR_TOTP_REQUIRED', 'A code of the authenticator is needed')
  }
  if (await takeCode({ companyId: user.companyId, userId: user.id }, code)) return
  await noteRefusal(user, 'ERR_TOTP_INVALID', exchange)
  throw new DomainError('unauthenticated', 'ERR_TOTP_INVALID', 'This code is not right')
}

/** Records a refused sign-in in the trail of the user's company. */
export async function noteRefusal(user: StoredUser, code: ErrorCode, exchange: Exchange): Promise<void> {
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), ports.now(), code)
}
