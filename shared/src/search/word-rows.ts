import { descendingTime } from '../descending-time.ts'
import type { StoredContent } from '../messages/content.ts'
import { type Key, type NewRow, type Partition, partition, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { wordsOf } from './words.ts'

/** A message as its words name it: it is looked up by its place, which follows a conversation that changes its chat. */
export interface NamedMessage {
  connectionId: string
  messageId: string
  fromMe: boolean
}

/** The parts of a message that decide which word rows it has. */
export interface Indexed extends NamedMessage {
  /** Its place in the conversation, ISO 8601. */
  at: string
  /** Messages without a ticket are not searched. */
  ticketId?: string
  content: StoredContent
}

/** Letters and digits of partition names; all others share `_`. */
const INITIALS = 'abcdefghijklmnopqrstuvwxyz0123456789_'
const initialOf = (character = '_'): string => (INITIALS.includes(character) ? character : '_')

/**
 * The rows of words with the same first two characters: `{word}#{descending time}#{connectionId}#{messageId}#{me|them}`. A
 * message of a group has the same id and time on each of the company's accounts in it.
 */
const partitionOf = ([first, second]: string): Partition<NamedMessage> =>
  partition(`WORDS#${initialOf(first)}${initialOf(second)}`)

/** Every partition of words that a company can have. */
export const wordPartitions = (): Partition<NamedMessage>[] =>
  [...INITIALS].flatMap((first) => [...INITIALS].map((second) => partitionOf(first + second)))

/** The rows by which a message is found: one for each of its words. None for a message without a ticket. */
export function wordRowsOf(message: Indexed): NewRow<NamedMessage>[] {
  const { connectionId, messageId, fromMe, at, ticketId, content } = message
  if (!ticketId) return []
  const place = `${descendingTime(Date.parse(at))}#${connectionId}#${messageId}#${fromMe ? 'me' : 'them'}`
  return wordsOf(content).map((word) => ({
    pk: partitionOf(word),
    sk: `${word}#${place}`,
    connectionId,
    messageId,
    fromMe,
  }))
}

/** Writes the words of messages, after the transaction that stores them. Idempotent. */
export async function indexWords(table: TenantTable, messages: readonly Indexed[]): Promise<void> {
  const rows = messages.flatMap(wordRowsOf)
  if (rows.length > 0) await table.putMany(rows)
}

/**
 * Deletes the words of messages. Before the messages change or go: afterwards their words are unknown, also to a repeated
 * call.
 */
export async function forgetWords(table: TenantTable, messages: readonly Indexed[]): Promise<void> {
  const keys: Key[] = messages.flatMap(wordRowsOf)
  if (keys.length > 0) await table.deleteMany(keys)
}

/** Rows read in one request. Of a word that stands in more messages, these are searched. */
const PAGE = 300
/** After this many rows of one word, the search goes on with the next word. */
const ROWS_OF_WORD = 250
/** The most requests for one word of a search. */
const PAGES_MAX = 6
/** The longest words of a search, which are looked up. */
const LOOKED_UP_MAX = 3

/**
 * The newest messages that may contain all of these words, newest first. Of a word with thousands of messages, only the
 * newest {@link ROWS_OF_WORD} or more are read. The caller compares all words with the message itself.
 * @param words folded, at least three characters each
 */
export async function messagesWithWords(
  table: TenantTable,
  words: readonly string[],
): Promise<NamedMessage[]> {
  const longest = words.toSorted((one, other) => other.length - one.length)
  const lookedUp = longest.filter((_, index) => index < LOOKED_UP_MAX)
  const found = await Promise.all(lookedUp.map((word) => rowsBeginning(table, word)))
  const [rarest] = found.sort(
    (one, other) =>
      READINGS.indexOf(one.read) - READINGS.indexOf(other.read) || one.rows.length - other.rows.length,
  )
  const newest = new Map((rarest?.rows ?? []).map((row) => [row.sk.slice(row.sk.indexOf('#') + 1), row]))
  return [...newest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/**
 * How much of the rows that begin like a word was read, from the rarest word to the most frequent one: all, the first words
 * up to the most requests, or of some words only the newest rows.
 */
const READINGS = ['all', 'first words', 'newest'] as const

/** Rows of the words that begin like this, newest first within each word. The word itself comes first. */
async function rowsBeginning(
  table: TenantTable,
  beginning: string,
): Promise<{ rows: Row<NamedMessage>[]; read: (typeof READINGS)[number] }> {
  const found: Row<NamedMessage>[] = []
  let hasFrequent = false
  let after: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { pk: partitionOf(beginning), prefix: beginning, after, limit: PAGE }
    const { rows, after: next } = await table.query(query)
    found.push(...rows)
    const last = rows.at(-1)
    if (!last || next === undefined) return { rows: found, read: hasFrequent ? 'newest' : 'all' }
    const [word = ''] = last.sk.split('#')
    const isFrequent = rows.filter(({ sk }) => sk.startsWith(`${word}#`)).length >= ROWS_OF_WORD
    hasFrequent ||= isFrequent
    // '~' sorts after the digits that follow a word: the next word is behind all rows of this one.
    after = isFrequent ? `${word}#~` : next
  }
  return { rows: found, read: hasFrequent ? 'newest' : 'first words' }
}
