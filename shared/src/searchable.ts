/**
 * A text as it is searched in: small letters, no accents, one line. "João  Ávila" -> "joao avila". The marks of a text
 * also go before NFD, which sorts them: it takes seconds for a message that is nothing but marks in a bad order.
 */
export const searchable = (text: string): string =>
  withoutAccents(withoutAccents(text).normalize('NFD')).toLowerCase().replace(/\s+/g, ' ')

const withoutAccents = (text: string): string => text.replace(/\p{M}/gu, '')

/**
 * What to look for in a {@link searchable} text of name and number. A number may be typed as it is shown:
 * "(11) 98765-4321" finds 5511987654321.
 */
export function searchTerm(typed: string): string {
  const term = searchable(typed).trim()
  const digits = term.replace(/\D/g, '')
  return digits.length > 0 && /^\+?[\d\s()./-]+$/.test(term) ? digits : term
}
