import type { StoredContent } from '../messages/content.ts'
import { searchable } from '../searchable.ts'
import { codePointsOf, cutText } from '../text.ts'

/** Shorter words are not searched in messages, in characters (part 4 §8). */
export const WORD_MIN = 3
/** The most words of one message that can be searched (part 4 §8). */
export const WORDS_MAX = 40
/** A longer word is found by its first characters: it stands in a sort key, which DynamoDB limits to 1,024 bytes. */
const WORD_LENGTH_MAX = 32

/** A word of a text: folded, and its place in UTF-16 units. */
export interface PlacedWord {
  word: string
  start: number
  end: number
}

/** All words of a text, also short ones: runs of letters and digits, in small letters and without accents. */
export function placedWordsOf(text: string): PlacedWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: typed, index: start }) => {
    const word = cutText(searchable(typed), WORD_LENGTH_MAX)
    return word ? [{ word, start, end: start + typed.length }] : []
  })
}

const isLong = (word: string): boolean => codePointsOf(word) >= WORD_MIN

/** The different words by which a message can be found: the first {@link WORDS_MAX} with at least three characters. */
export function wordsOf(content: StoredContent): string[] {
  const long = placedWordsOf(searchedText(content)).filter(({ word }) => isLong(word))
  return [...new Set(long.map(({ word }) => word))].filter((_, index) => index < WORDS_MAX)
}

/** The text of a message that people search in: its words, its file's name, the names in it. Events have none. */
export function searchedText(content: StoredContent): string {
  switch (content.type) {
    case 'text':
    case 'note':
      return content.text
    case 'image':
    case 'video':
      return content.caption
    case 'document':
      return joined([content.fileName, content.caption])
    case 'location':
      return content.name
    case 'contact':
      return joined(content.contacts.map(({ name }) => name))
    case 'notice':
      return joined([content.text, ...content.items])
    default:
      return ''
  }
}

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

/** The words of a search. */
export interface WantedWords {
  /** Folded, each once. A message is found if it has, for each of these, a word that begins with it. */
  words: string[]
  /** Words under {@link WORD_MIN} characters, as they were typed. */
  shortWords: string[]
}

export function wantedWords(typed: string): WantedWords {
  const placed = placedWordsOf(typed)
  const short = placed.filter(({ word }) => !isLong(word))
  return {
    words: [...new Set(placed.map(({ word }) => word).filter(isLong))],
    shortWords: [...new Set(short.map(({ start, end }) => typed.slice(start, end)))],
  }
}

/** Whether a text has, for each wanted word, a word that begins with it. */
export function hasWords(text: string, wanted: readonly string[]): boolean {
  const words = placedWordsOf(text)
  return wanted.every((beginning) => words.some(({ word }) => word.startsWith(beginning)))
}
