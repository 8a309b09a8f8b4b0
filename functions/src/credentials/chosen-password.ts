import { DomainError } from '@recado/shared/errors/errors'

/**
 * Refuses the most common passwords when people choose their own. A password that an admin sets for another user
 * needs only the specified length (part 1 §5).
 * @throws DomainError ERR_PASSWORD_COMMON
 */
export async function requireUncommon(password: string): Promise<void> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts')
  if (!COMMON_PASSWORDS.has(password.toLowerCase())) return
  const details = [{ path: 'password', code: 'common' }]
  throw new DomainError(
    'unprocessable',
    'ERR_PASSWORD_COMMON',
    'This password is one of the most common ones',
    {
      details,
    },
  )
}
