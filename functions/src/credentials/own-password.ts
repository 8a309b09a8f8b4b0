import { DomainError } from '@recado/shared/errors/errors'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { attemptOwnPassword } from './attempts.ts'
import { isPassword } from './password.ts'

/**
 * Asks for the password too, for actions that need more than a session.
 * @throws DomainError ERR_WRONG_PASSWORD, ERR_TOO_MANY_ATTEMPTS
 */
export async function requireOwnPassword(
  companyId: string,
  userId: string,
  password: string | null | undefined,
): Promise<void> {
  const attempted = await attemptOwnPassword(userId)
  const user = await getUser(tableOf(companyId), userId)
  if (!password || !(await isPassword(password, user?.passwordHash))) {
    throw new DomainError('unprocessable', 'ERR_WRONG_PASSWORD', 'This is not your current password')
  }
  await attempted.succeeded()
}
