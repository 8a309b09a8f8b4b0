import { cutText, replacedBetween } from '../text.ts'
import type { FoundMessage } from './routes.ts'
import { EXCERPT_MAX } from './routes.ts'
import { placedWordsOf } from './words.ts'

/** Characters before the first match, at most. */
const BEFORE_MAX = 50

/** A text around the first of its words that begin with a wanted word, on one line, with the matching words marked. */
export function excerptOf(
  text: string,
  wanted: readonly string[],
): Pick<FoundMessage, 'excerpt' | 'matches'> {
  const excerpt = around(text.trim().replace(/\s+/g, ' '), wanted)
  return { excerpt, matches: matchesIn(excerpt, wanted).map(({ start, end }) => [start, end]) }
}

const matchesIn = (text: string, wanted: readonly string[]) =>
  placedWordsOf(text).filter(({ word }) => wanted.some((beginning) => word.startsWith(beginning)))

/** The part of a text that is shown. A single word that is too long is cut. */
function around(text: string, wanted: readonly string[]): string {
  if (text.length <= EXCERPT_MAX) return text
  const { start = 0, end = 0 } = matchesIn(text, wanted)[0] ?? {}
  const from = beginningOf(text, start)
  const opening = from > 0 ? '…' : ''
  const rest = replacedBetween(text, 0, from, '')
  if (opening.length + rest.length <= EXCERPT_MAX) return opening + rest
  // Room for the two signs of a cut.
  return `${opening}${inWholeWords(rest, EXCERPT_MAX - 2, end - from)}…`
}

/** The beginning of the word from which the excerpt shows the match; the match itself if a long word is before it. */
function beginningOf(text: string, match: number): number {
  if (match <= BEFORE_MAX) return 0
  const space = text.indexOf(' ', match - BEFORE_MAX)
  return space === -1 || space >= match ? match : space + 1
}

/** @param needed the end of the match, in UTF-16 units: it is not left out, however long its word is */
function inWholeWords(text: string, length: number, needed: number): string {
  const cut = cutText(text, length)
  const space = text.lastIndexOf(' ', cut.length)
  return space >= needed && space > 0 ? replacedBetween(text, space, text.length, '') : cut
}
