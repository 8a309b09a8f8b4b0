import { MOBILE_WITHOUT_NINTH_DIGIT } from './brazilian-number.ts'

const COUNTRY_AND_AREA = /^\d{4}/

/**
 * Key of a contact, equal for both spellings of a Brazilian mobile: it has the ninth digit. Other numbers are their own
 * key. Takes numbers of `normalizeNumber` or WhatsApp.
 */
export function canonicalKey(number: string): string {
  return MOBILE_WITHOUT_NINTH_DIGIT.test(number) ? number.replace(COUNTRY_AND_AREA, '$&9') : number
}
