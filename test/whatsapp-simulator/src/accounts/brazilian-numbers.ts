/**
 * The other spelling of a Brazilian mobile number: with and without the ninth digit, `55DD9XXXXXXXX` and
 * `55DDXXXXXXXX`. WhatsApp stores an account under one of them and answers to both.
 */
export function otherSpelling(number: string): string | undefined {
  const long = LONG.exec(number)
  if (long) return `${long[1]}${long[2]}`
  const short = SHORT.exec(number)
  return short ? `${short[1]}9${short[2]}` : undefined
}

/**
 * Spelling of an undeclared account: mobile numbers have the ninth digit. Landlines (starting with 2 to 5) do not.
 */
export function usualSpelling(number: string): string {
  const short = SHORT.exec(number)
  return short && !LANDLINE.test(number) ? `${short[1]}9${short[2]}` : number
}

const LONG = /^(55\d\d)9(\d{8})$/
const SHORT = /^(55\d\d)(\d{8})$/
const LANDLINE = /^55\d\d[2-5]\d{7}$/
