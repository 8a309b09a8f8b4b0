import { DomainError } from '@recado/shared/errors'

/**
 * What somebody who chooses their own password may not choose. A password that an admin gives to somebody else has the
 * specified length alone (part 1 §5).
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
