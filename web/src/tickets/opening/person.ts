import { brazilianNumber } from '@recado/shared/phone-numbers/brazilian-number'
import { formatNumber } from '@recado/shared/phone-numbers/phone-display'

/** The person of a new conversation, and their name on the screen. */
export type Person = { contactId: string; title: string } | { number: string; title: string }

/** The fewest and the most digits of a number (E.164). */
const [DIGITS_MIN, DIGITS_MAX] = [8, 15]

/**
 * The number that a user typed: digits with the country code where it is known to be Brazilian, else as typed. The server
 * decides whether it exists.
 * @returns undefined for a text that is no number
 */
export function typedPerson(text: string): Person | undefined {
  const typed = text.trim()
  if (!/^\+?[\d\s().-]+$/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  if (digits.length < DIGITS_MIN || digits.length > DIGITS_MAX) return undefined
  if (typed.startsWith('+')) return { number: `+${digits}`, title: formatNumber(digits) }
  const number = brazilianNumber(digits)
  return number ? personOfNumber(number) : { number: typed, title: typed }
}

/** @param number digits with country code */
export const personOfNumber = (number: string): Person => ({
  number: `+${number}`,
  title: formatNumber(number),
})

/** Tells persons apart. */
export const personKey = (person: Person): string =>
  'contactId' in person ? `contact:${person.contactId}` : `number:${person.number}`

/** The person as the call names them. */
export const addressed = (person: Person): { contactId: string } | { number: string } =>
  'contactId' in person ? { contactId: person.contactId } : { number: person.number }
