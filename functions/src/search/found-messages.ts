import {
  messageKey,
  pageOfMessages,
  placeKey,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { firstOf } from '@recado/shared/first-of'
import { withoutMarks } from '@recado/shared/messages/whatsapp-marks'
import { excerptOf } from '@recado/shared/search/excerpt'
import { FOUND_MESSAGES_MAX, type FoundMessage } from '@recado/shared/search/routes'
import { messagesWithWords, type NamedMessage } from '@recado/shared/search/word-rows'
import { hasWords, searchedText } from '@recado/shared/search/words'
import type { TenantTable } from '@recado/shared/table/tenant'
import { unsignedContent } from '@recado/shared/tickets/answering/signature'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { newestTicketsOf, ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import type { Searcher } from './searcher.ts'

/**
 * Messages that are loaded together, newest first: in most searches the caller sees the first ones. The sum is the most
 * of one search: the caller may see none of them.
 */
const LOADED_AT_ONCE = [30, 100, 250]
/** Rows of one request: DynamoDB's limit. Several requests run side by side. */
const ROWS_AT_ONCE = 100
/** The most conversations of one search in which another ticket is looked for, and the most tickets of each. */
const CONVERSATIONS_MAX = 40
const TICKETS_OF_CONVERSATION_MAX = 20

/** The newest messages with all of these words that the caller may see. @param words as `wantedWords` makes them */
export async function findMessages(searcher: Searcher, words: readonly string[]): Promise<FoundMessage[]> {
  if (words.length === 0) return []
  const named = await messagesWithWords(searcher.table, words)
  const history = new VisibleHistory(searcher)
  const found: FoundMessage[] = []
  let end = 0
  for (const atOnce of LOADED_AT_ONCE) {
    const some = named.slice(end, end + atOnce)
    end += some.length
    if (some.length === 0 || found.length >= FOUND_MESSAGES_MAX) break
    const messages = await load(searcher.table, some)
    found.push(...(await visibleMatches(searcher, history, messages, words)))
  }
  return firstOf(found, FOUND_MESSAGES_MAX)
}

/** Messages of a conversation that are read together, and the most that one search reads. */
const READ_AT_ONCE = 500
const READ_MAX = 2000

/**
 * The newest messages of a conversation with all of these words that the caller may see. Reads the messages themselves,
 * the newest 2,000: of a frequent word the index gives only the company's newest messages.
 * @param words folded, of any length
 */
export async function findInConversation(
  searcher: Searcher,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  words: readonly string[],
): Promise<FoundMessage[]> {
  if (words.length === 0) return []
  const history = new VisibleHistory(searcher)
  const found: FoundMessage[] = []
  let before: string | undefined
  for (let read = 0; read < READ_MAX && found.length < FOUND_MESSAGES_MAX; read += READ_AT_ONCE) {
    const page = await pageOfMessages(searcher.table, connectionId, chat, { before, limit: READ_AT_ONCE })
    found.push(...(await visibleMatches(searcher, history, page.rows, words)))
    if (page.after === undefined) break
    before = page.after
  }
  return firstOf(found, FOUND_MESSAGES_MAX)
}

/** The messages with all of these words that the caller may see. */
async function visibleMatches(
  searcher: Searcher,
  history: VisibleHistory,
  messages: readonly StoredMessage[],
  words: readonly string[],
): Promise<FoundMessage[]> {
  const matching = messages.filter(
    ({ content, deletedAt }) => !deletedAt && hasWords(searchedText(content), words),
  )
  const tickets = await visibleTickets(searcher, history, matching)
  return matching.flatMap((message) => {
    const ticket = tickets.get(message)
    return ticket ? [foundMessage(message, ticket, words)] : []
  })
}

/** The messages of these names, in their order. Words of a message that is gone lead nowhere. */
const load = (table: TenantTable, named: readonly NamedMessage[]): Promise<StoredMessage[]> =>
  sideBySide(named, (some) => loadSome(table, some))

/** Reads in requests of {@link ROWS_AT_ONCE} rows. The results keep the order. */
async function sideBySide<T, R>(all: readonly T[], read: (some: readonly T[]) => Promise<R[]>): Promise<R[]> {
  const requests = Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, index) =>
    read(all.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE)),
  )
  return (await Promise.all(requests)).flat()
}

async function loadSome(table: TenantTable, named: readonly NamedMessage[]): Promise<StoredMessage[]> {
  const placeKeys = named.map((each) => placeKey(each.connectionId, each))
  const places = new Map((await table.getMany(placeKeys)).map((place) => [`${place.pk} ${place.sk}`, place]))
  const keys = named.flatMap((each, index) => {
    const key = placeKeys[index]
    const place = key && places.get(`${key.pk} ${key.sk}`)
    return place ? [messageKey({ ...each, chat: place.chat, at: place.at })] : []
  })
  const rows = new Map((await table.getMany(keys)).map((row) => [`${row.pk} ${row.sk}`, row]))
  return keys.flatMap(({ pk, sk }) => rows.get(`${pk} ${sk}`) ?? [])
}

/** The ticket in which the caller may see each message. Messages that they may not see have none. */
async function visibleTickets(
  { table, sees }: Searcher,
  history: VisibleHistory,
  messages: readonly StoredMessage[],
): Promise<Map<StoredMessage, StoredTicket>> {
  const ids = new Set(messages.flatMap(({ ticketId }) => ticketId ?? []))
  const tickets = await sideBySide([...ids], (some) => ticketsOfIds(table, some))
  const visible = tickets.filter(sees)
  const byId = new Map(visible.map((ticket) => [ticket.id, ticket]))
  await history.load(messages.filter(({ ticketId = '' }) => !byId.has(ticketId)))
  return new Map(
    messages.flatMap((message) => {
      const ticket = byId.get(message.ticketId ?? '') ?? history.ticketFor(message)
      return ticket ? [[message, ticket] as const] : []
    }),
  )
}

/** Other tickets of conversations, through which the caller sees messages of tickets that they do not see. */
class VisibleHistory {
  readonly #searcher: Searcher
  /** The newest visible ticket of each conversation that was looked at. */
  readonly #tickets = new Map<string, StoredTicket | undefined>()

  constructor(searcher: Searcher) {
    this.#searcher = searcher
  }

  /** Looks at the conversations of these messages, if their tickets show earlier ones too. */
  async load(messages: readonly StoredMessage[]): Promise<void> {
    const { table, sees, seesHistory } = this.#searcher
    if (!seesHistory) return
    const unknown = new Map<string, Pick<StoredTicket, 'whatsappId' | 'chat'>>()
    for (const { connectionId: whatsappId, chat } of messages) {
      const name = nameOf(whatsappId, chat)
      const isTooMany = this.#tickets.size + unknown.size >= CONVERSATIONS_MAX
      if (!this.#tickets.has(name) && !isTooMany) unknown.set(name, { whatsappId, chat })
    }
    for (const name of unknown.keys()) this.#tickets.set(name, undefined)
    const newest = await newestTicketsOf(table, [...unknown.values()], TICKETS_OF_CONVERSATION_MAX)
    for (const ticket of newest.filter(sees)) {
      const name = nameOf(ticket.whatsappId, ticket.chat)
      if (!this.#tickets.get(name)) this.#tickets.set(name, ticket)
    }
  }

  /** The newest ticket of a message's conversation that the caller sees. */
  ticketFor({ connectionId, chat }: StoredMessage): StoredTicket | undefined {
    return this.#tickets.get(nameOf(connectionId, chat))
  }
}

const nameOf = (connectionId: string, chat: string): string => `${connectionId} ${chat}`

function foundMessage(message: StoredMessage, ticket: StoredTicket, words: readonly string[]): FoundMessage {
  const { messageId, at, fromMe, userName, sender, name, content } = message
  return {
    messageId,
    ticketId: ticket.id,
    ticketUuid: ticket.uuid,
    at,
    fromMe,
    contactName: ticket.name,
    authorName: userName ?? (sender ? (name ?? null) : null),
    ...excerptOf(withoutMarks(searchedText(unsignedContent(content, userName ?? ''))), words),
  }
}
