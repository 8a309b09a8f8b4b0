import type { NormalizedNumber } from '@recado/shared/contacts/phone-number'
import { DomainError } from '@recado/shared/errors'

/** Reads a number as `normalizeNumber` does. The numbering plans of the whole world are loaded with the first one. */
export async function readNumber(typed: string): Promise<NormalizedNumber> {
  const { normalizeNumber } = await import('@recado/shared/contacts/phone-number')
  return normalizeNumber(typed)
}

/** The number that a user typed for a contact. @throws DomainError ERR_WAPP_INVALID_CONTACT */
export async function numberOfContact(typed: string): Promise<string> {
  const read = await readNumber(typed)
  if (read.ok) return read.number
  const details = [{ path: 'number', code: read.reason }]
  throw new DomainError('invalid', 'ERR_WAPP_INVALID_CONTACT', 'This is not a valid number', { details })
}
