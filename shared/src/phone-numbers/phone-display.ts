import { cutText } from '../text.ts'

/**
 * Formats a stored number for reading: "5511987654321" -> "+55 11 98765-4321", "551134567890" -> "+55 11 3456-7890",
 * "351912345678" -> "+351 912345678". Returns other texts unchanged.
 *
 * It runs in the browser for every row of a list, so it does without libphonenumber.
 */
export function formatNumber(number: string): string {
  if (!/^\d{5,}$/.test(number)) return number
  const brazilian = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(number)
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`
  const codeLength = countryCodeLength(number)
  return `+${cutText(number, codeLength)} ${number.slice(codeLength)}`
}

// ITU-T E.164: country codes have one digit in zones 1 and 7, two digits here, three elsewhere.
const TWO_DIGIT_CODE = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

function countryCodeLength(number: string): number {
  if (/^[17]/.test(number)) return 1
  return TWO_DIGIT_CODE.test(number) ? 2 : 3
}
