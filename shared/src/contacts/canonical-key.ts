import { MOBILE_WITHOUT_NINTH_DIGIT } from './brazilian-number.ts'

/**
 * The key under which two spellings of one contact are equal: a Brazilian mobile without its ninth digit
 * gets it, any other number is its own key. Takes what `normalizeNumber` or WhatsApp gave.
 */
export function canonicalKey(number: string): string {
  return MOBILE_WITHOUT_NINTH_DIGIT.test(number) ? `${number.slice(0, 4)}9${number.slice(4)}` : number
}
