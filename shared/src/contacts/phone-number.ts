import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { brazilianNumber, looksBrazilian } from './brazilian-number.ts'
import { canonicalKey } from './canonical-key.ts'

export type NormalizedNumber =
  | { ok: true; number: string }
  | { ok: false; reason: 'NUMBER_EMPTY' | 'NUMBER_INVALID' }

/**
 * A number as people write it -> digits with country code ("5511987654321"). The one normaliser for
 * forms, spreadsheets, groups and messages (specification 3, section 5).
 *
 * 55 is added when it is missing and the rest is a valid Brazilian number; a number that begins with + or 00
 * is international and never read as Brazilian by its look. An old mobile gets its ninth digit, so that one
 * contact has one spelling; which form to write to is WhatsApp's own answer.
 *
 * A stored number of another country may look Brazilian without its + (34912345678): pass it back as
 * `+${number}`. Numbers that WhatsApp itself gave need no check: WhatsApp is the authority, not this.
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

/** Invisible marks, odd spaces, full-width digits, the text-making apostrophe and "Tel:" are not the number. */
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

/** "5.511987650001E12" still has every digit, "5,51199E+12" has lost some: that one is no number any more. */
function fromSpreadsheetNotation(text: string): string | undefined {
  const scientific = SCIENTIFIC.exec(text)
  if (!scientific) return FLOAT.exec(text)?.[1] ?? text
  const [, first = '', rest = '', exponent] = scientific
  return rest.length === Number(exponent) ? first + rest : undefined
}

/** With its + any length that the country has is taken: numbering plans grow faster than our metadata. */
function internationalNumber(digits: string): string | undefined {
  if (digits.startsWith('55')) return brazilianNumber(digits)
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isPossible() ? parsed.number.slice(1) : undefined
}

/** Without its + only a number that exists for certain, or a local one without area code would become foreign. */
function validForeignNumber(digits: string): string | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}

function mayBeForeign(written: string, digits: string): boolean {
  return digits.length >= 10 && !looksBrazilian(digits) && !AREA_CODE_IN_PARENTHESES.test(written)
}
