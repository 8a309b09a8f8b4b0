/** The word under the cursor that begins with a sign, such as `/oi` or `@ana`. */
export interface TypedWord {
  /** Where its sign stands in the text, in UTF-16 units. */
  start: number
  /** What was typed behind the sign, in lower case. */
  query: string
}

/**
 * The word that a user is typing, if it begins with the sign and stands at the beginning of a line or behind a blank.
 * @param caret the position of the cursor, in UTF-16 units
 */
export function typedWord(text: string, caret: number, sign: string): TypedWord | undefined {
  const start = text.lastIndexOf(sign, caret - 1)
  if (start < 0 || caret <= start) return undefined
  const query = text.slice(start + sign.length, caret)
  const isAtStart = start === 0 || /\s/.test(text.charAt(start - 1))
  return isAtStart && !/\s/.test(query) ? { start, query: query.toLowerCase() } : undefined
}
