/**
 * The Brazilian numbering plan. Nearly every row of a list needs it, and libphonenumber takes six times as long. There
 * are 67 area codes (Anatel). Mobiles have nine digits and begin with 9; landlines have eight and begin with 2 to 5;
 * old mobiles have eight and begin with 6 to 9. Numbers without area code (0800, 4004, short codes) are refused.
 *
 * Takes digits in any national or international spelling. Returns 55, area code and number; undefined for other numbers.
 */
export function brazilianNumber(digits: string): string | undefined {
  if (INTERNATIONAL.test(digits)) return digits
  if (NATIONAL.test(digits)) return `55${digits}`
  const trunk = TRUNK.exec(digits)
  return trunk ? `55${trunk[1]}` : undefined
}

/** Whether invalid digits were meant as a Brazilian number. They are not read as another country's number. */
export function looksBrazilian(digits: string): boolean {
  return digits.startsWith('55') || digits.startsWith('0')
}

const AREA = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'
const SUBSCRIBER = '(?:9\\d{8}|[2-9]\\d{7})'
const NATIONAL = new RegExp(`^${AREA}${SUBSCRIBER}$`)
const INTERNATIONAL = new RegExp(`^55${AREA}${SUBSCRIBER}$`)

// 0 11 98765-4321, 0 15 11 98765-4321 (a carrier's code), 55 (0) 11 98765-4321
const TRUNK = new RegExp(`^(?:55)?0(?:\\d\\d)?(${AREA}${SUBSCRIBER})$`)

/** A mobile in the form before 2016, with country code: it lacks the nine after the area code. */
export const MOBILE_WITHOUT_NINTH_DIGIT = new RegExp(`^55${AREA}[6-9]\\d{7}$`)
