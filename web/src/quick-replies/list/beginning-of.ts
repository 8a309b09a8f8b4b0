import { cutText } from '@recado/shared/text'

/** Two lines of a table, five of a card, in characters. */
const MOST = 160

/** The beginning of a text on one line, in whole words: CSS cuts lines within a word, and shows no sign on a card. */
export function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const cut = cutText(line, MOST)
  return cut === line ? line : `${cut.replace(/ \S*$/, '')}…`
}
