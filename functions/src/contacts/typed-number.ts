import { DomainError } from '@recado/shared/errors/errors'
import type { NormalizedNumber } from '@recado/shared/phone-numbers/phone-number'

/** Parses a number like `normalizeNumber`. The world's numbering plans are loaded at the first call. */
export async function readNumber(typed: string): Promise<NormalizedNumber> {
  const { normalizeNumber } = await import('@recado/shared/phone-numbers/phone-number')
  return normalizeNumber(typed)
}

/** Number of a contact, as a user typed it. @throws DomainError ERR_WAPP_INVALID_CONTACT */
export async function numberOfContact(typed: string): Promise<string> {
  const read = await readNumber(typed)
  if (read.ok) return read.number
  const details = [{ path: 'number', code: read.reason }]
  throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'This is not a valid number', { details })
}
