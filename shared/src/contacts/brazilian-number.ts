/**
 * The Brazilian numbering plan, written out: it decides nearly every row of a list, and libphonenumber takes
 * six times as long. Area codes are Anatel's 67; mobiles have nine digits from 9, landlines eight from 2 to 5;
 * mobiles in the old form have eight from 6 to 9. 0800, 4004 and short codes have no area code and are refused.
 *
 * Digits in any national or international spelling -> 55, area code and number; nothing when they are no
 * Brazilian number.
 */
export function brazilianNumber(digits: string): string | undefined {
  if (INTERNATIONAL.test(digits)) return digits
  if (NATIONAL.test(digits)) return `55${digits}`
  const trunk = TRUNK.exec(digits)
  return trunk ? `55${trunk[1]}` : undefined
}

/** Whether digits that are no valid Brazilian number were still meant as one: never another country's. */
export function looksBrazilian(digits: string): boolean {
  return digits.startsWith('55') || digits.startsWith('0')
}

const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'
const SUBSCRIBER = '(?:9\\d{8}|[2-9]\\d{7})'
const NATIONAL = new RegExp(`^${AREA}${SUBSCRIBER}$`)
const INTERNATIONAL = new RegExp(`^55${AREA}${SUBSCRIBER}$`)

// 0 11 98765-4321, 0 15 11 98765-4321 (a carrier's code), 55 (0) 11 98765-4321
const TRUNK = new RegExp(`^(?:55)?0(?:\\d\\d)?(${AREA}${SUBSCRIBER})$`)

/** A mobile as it was before 2016, with country code: one nine is missing after the area code. */
export const MOBILE_WITHOUT_NINTH_DIGIT = new RegExp(`^55${AREA}[6-9]\\d{7}$`)
