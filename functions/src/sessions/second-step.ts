import { recordDeed } from '@recado/shared/audit/store'
import { DomainError } from '@recado/shared/errors'
import type { StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { loginOf } from './open-session.ts'
import { takeCode } from './totp.ts'

/**
 * The second step of a sign-in, of a user who has switched it on.
 * @throws DomainError ERR_TOTP_REQUIRED without a code, ERR_TOTP_INVALID
 */
export async function requireCode(
  user: StoredUser,
  code: string | undefined,
  exchange: Exchange,
): Promise<void> {
  // The app asks for the code then: nothing was tried yet.
  if (!code) {
    throw new DomainError('unauthenticated', 'ERR_TOTP_REQUIRED', 'A code of the authenticator is needed')
  }
  if (await takeCode({ companyId: user.companyId, userId: user.id }, code)) return
  await noteRefusal(user, 'ERR_TOTP_INVALID', exchange)
  throw new DomainError('unauthenticated', 'ERR_TOTP_INVALID', 'This code is not right')
}

/** Records in the trail of the user's company that a sign-in was refused. */
export async function noteRefusal(user: StoredUser, code: string, exchange: Exchange): Promise<void> {
  await recordDeed(tableOf(user.companyId), loginOf(user, exchange), ports.now(), code)
}
