import { MOBILE_WITHOUT_NINTH_DIGIT } from './brazilian-number.ts'

const COUNTRY_AND_AREA = /^\d{4}/

/**
 * Key of a contact, equal for both spellings of a Brazilian mobile: it has the ninth digit. Other numbers are their own
 * key. Takes numbers of `normalizeNumber` or WhatsApp.
 */
export function canonicalKey(number: string): string {
  return MOBILE_WITHOUT_NINTH_DIGIT.test(number) ? number.replace(COUNTRY_AND_AREA, '$&9') : number
}

/**
 * Mobiles of Argentina have a 9 behind the country code, and those of Mexico had a 1 until 2019. People and WhatsApp
 * write them with and without it. The ten digits behind it belong to one person.
 */
const OPTIONAL_DIGITS = [
  { spelled: /^54(9?)([1-3]\d{9})$/, country: '54', digit: '9' },
  { spelled: /^52(1?)([2-9]\d{9})$/, country: '52', digit: '1' },
]

/** The other spelling of an Argentine or Mexican number; undefined for other countries' numbers. */
export function otherSpelling(number: string): string | undefined {
  for (const { spelled, country, digit } of OPTIONAL_DIGITS) {
    const [, given, national] = spelled.exec(number) ?? []
    if (national) return `${country}${given ? '' : digit}${national}`
  }
  return undefined
}

/** A number in all spellings that are different keys. */
export function spellingsOf(number: string): string[] {
  const other = otherSpelling(number)
  return other ? [number, other] : [number]
}

/**
 * Key of a person among the recipients of a campaign, equal for all spellings of their number. Stored keys are canonical
 * keys, which keep Argentine and Mexican numbers as they are.
 */
export function personKey(number: string): string {
  const other = otherSpelling(number)
  return other && other.length < number.length ? other : canonicalKey(number)
}
