import { brazilianNumber } from '@recado/shared/phone-numbers/brazilian-number'

/** Part of a text; a phone number has its digits with country code. */
export interface TextPart {
  text: string
  number?: string
}

/**
 * What may be a phone number: digits, with the punctuation of phone numbers in one line. Dots, slashes and letters beside
 * it belong to dates, amounts, documents and addresses.
 */
const CANDIDATE = /(?<![\w+.,/:#@-])(\+?\(?\d[\d ()-]{6,20}\d)(?![\w/:@-]|[.,]\w)/g

/** The fewest and the most digits of a number with a plus (E.164). */
const [DIGITS_MIN, DIGITS_MAX] = [8, 15]

/** A text in parts, split at its phone numbers: Brazilian ones with their area code, others with a plus. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(CANDIDATE)) {
    const number = numberIn(written)
    if (!number) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: written, number })
    end = index + written.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function numberIn(written: string): string | undefined {
  const digits = written.replace(/\D/g, '')
  if (!written.startsWith('+')) return brazilianNumber(digits)
  return digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX ? digits : undefined
}
