import { MOBILE_WITHOUT_NINTH_DIGIT } from './brazilian-number.ts'

const COUNTRY_AND_AREA = /^\d{4}/

/**
 * The key under which two spellings of one contact are equal: a Brazilian mobile without its ninth digit
 * gets it, any other number is its own key. Takes what `normalizeNumber` or WhatsApp gave.
 */
export function canonicalKey(number: string): string {
  return MOBILE_WITHOUT_NINTH_DIGIT.test(number) ? number.replace(COUNTRY_AND_AREA, '$&9') : number
}
