import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { brazilianNumber, looksBrazilian } from './brazilian-number.ts'
import { canonicalKey } from './canonical-key.ts'

export type NormalizedNumber =
  | { ok: true; number: string }
  | { ok: false; reason: 'NUMBER_EMPTY' | 'NUMBER_INVALID' }

/**
 * Normalises a written number to digits with country code ("5511987654321"). The only normaliser, for forms,
 * spreadsheets, groups and messages (specification 3, section 5).
 *
 * Adds a missing 55 if the rest is a valid Brazilian number. A number that begins with + or 00 is international and is
 * never taken for a Brazilian one. An old mobile gets its ninth digit, so that a contact has one spelling; WhatsApp
 * decides which form to write to.
 *
 * A stored number of another country may look Brazilian without its + (34912345678): pass it as `+${number}`. Numbers
 * from WhatsApp need no check: WhatsApp is the authority.
 */
export function normalizeNumber(raw: string): NormalizedNumber {
  const text = PLAIN_DIGITS.test(raw) ? raw : withoutDecoration(raw)
  if (text === '') return { ok: false, reason: 'NUMBER_EMPTY' }
  const number = readNumber(text)
  return number ? { ok: true, number: canonicalKey(number) } : { ok: false, reason: 'NUMBER_INVALID' }
}

const PLAIN_DIGITS = /^[1-9]\d{9,14}$/
const LABEL = /^[\p{L}\s.:ºª]+(?=[\d+(])/u
const CARRIER_BLANK = /^(\(?0)(?:xx|\*\*)/i
const SCIENTIFIC = /^\+?(\d)[.,]?(\d*)e\+?(\d{1,2})$/i
const FLOAT = /^(\+?\d{8,})[.,]0+$/
const MASK = /^\(?\+?[\d\s().\-\u2010-\u2015\u2212/_·•]*$/
const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/
const AREA_CODE_IN_PARENTHESES = /^\(\s*0?\d\d\s*\)/

/** Removes invisible marks, odd spaces, Excel's leading apostrophe and "Tel:", and converts full-width digits. */
function withoutDecoration(raw: string): string {
  return raw
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .replace(/^['’`]+\s*/, '')
    .replace(LABEL, '')
    .replace(CARRIER_BLANK, '$1')
}

function readNumber(text: string): string | undefined {
  const written = fromSpreadsheetNotation(text)
  if (written === undefined || !MASK.test(written) || CPF.test(written)) return undefined
  const digits = written.replace(/\D/g, '')
  if (/^\(?\+/.test(written)) return internationalNumber(digits)
  if (digits.startsWith('00')) return internationalNumber(digits.slice(2))
  return brazilianNumber(digits) ?? (mayBeForeign(written, digits) ? validForeignNumber(digits) : undefined)
}

/** "5.511987650001E12" has all digits. "5,51199E+12" has lost some, so it is refused. */
function fromSpreadsheetNotation(text: string): string | undefined {
  const scientific = SCIENTIFIC.exec(text)
  if (!scientific) return FLOAT.exec(text)?.[1] ?? text
  const [, first = '', rest = '', exponent] = scientific
  return rest.length === Number(exponent) ? first + rest : undefined
}

/** A number with + may have any length of its country: numbering plans grow faster than our metadata. */
function internationalNumber(digits: string): string | undefined {
  if (digits.startsWith('55')) return brazilianNumber(digits)
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (!parsed?.isPossible()) return undefined
  // Some countries drop a leading zero. A number that changes with each reading is refused.
  const isStable = parsePhoneNumberFromString(parsed.number)?.number === parsed.number
  return isStable ? parsed.number.slice(1) : undefined
}

/** A number without + must be certainly valid; otherwise a local number without area code would become foreign. */
function validForeignNumber(digits: string): string | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}

function mayBeForeign(written: string, digits: string): boolean {
  return digits.length >= 10 && !looksBrazilian(digits) && !AREA_CODE_IN_PARENTHESES.test(written)
}
