import { firstOf } from '@recado/shared/first-of'
import { levelRank } from '@recado/shared/messages/ack-level'
import { previewOf } from '@recado/shared/messages/preview'
import { unsignedContent } from '@recado/shared/tickets/answering/signature'
import type { MessagePage } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { ticketKeys } from './keys.ts'

/** The loaded part of a conversation: pages from new to old, each newest first. */
export type Conversation = InfiniteData<MessagePage, unknown>

/**
 * Puts a new or changed message into the loaded conversations that show its ticket. In a part around an older message
 * only known messages change.
 * @returns whether one of them did
 */
export function putMessage(client: QueryClient, ticketId: string, message: ShownMessage): boolean {
  const shown = client
    .getQueriesData<Conversation>({ queryKey: ticketKeys.conversations })
    .filter(([key, data]) => data && (key.includes(ticketId) || showsTicket(data, ticketId)))
  for (const [key, data] of shown)
    if (data) client.setQueryData<Conversation>(key, changed(data, message, isPart(key)))
  // A message of another ticket may quote it.
  if (message.deletedAt || message.editedAt) changeMessages(client, (known) => withQuoteOf(message, known))
  return shown.length > 0
}

function withQuoteOf({ id, author, content, deletedAt }: ShownMessage, known: ShownMessage): ShownMessage {
  if (known.quotedPreview?.id !== id) return known
  const preview = deletedAt ? '' : previewOf(unsignedContent(content, author?.name ?? ''))
  return { ...known, quotedPreview: { ...known.quotedPreview, preview, deletedAt } }
}

/** Changes a message as it is cached now, wherever a loaded conversation shows it. */
export const changeMessage = (
  client: QueryClient,
  messageId: string,
  change: (known: ShownMessage) => ShownMessage,
): void => changeMessages(client, (known) => (known.id === messageId ? change(known) : known))

function changeMessages(client: QueryClient, change: (known: ShownMessage) => ShownMessage): void {
  const changedIn = (page: MessagePage): MessagePage => ({ ...page, records: page.records.map(change) })
  client.setQueriesData<Conversation>(
    { queryKey: ticketKeys.conversations },
    (data) => data && { ...data, pages: data.pages.map(changedIn) },
  )
}

/** Loads the newest page of a conversation anew, in place of all that is loaded. Parts around a message stay. */
export function shortenConversation(client: QueryClient, ticketId: string): Promise<void> {
  const queryKey = ticketKeys.messages(ticketId)
  client.setQueryData<Conversation>(
    queryKey,
    (data) => data && { pages: firstOf(data.pages, 1), pageParams: firstOf(data.pageParams, 1) },
  )
  return client.invalidateQueries({ queryKey, exact: true })
}

/** The key of a part around a message ends with that message. */
const isPart = (key: QueryKey): boolean => typeof key.at(-1) !== 'string'

const changed = (data: Conversation, message: ShownMessage, isPartOnly: boolean): Conversation =>
  isPartOnly ? withReplaced(data, message) : withMessage(data, message)

const withReplaced = (data: Conversation, message: ShownMessage): Conversation => ({
  ...data,
  pages: data.pages.map((page) => replacedIn(page, message)),
})

const showsTicket = ({ pages }: Conversation, ticketId: string): boolean =>
  pages.some(({ tickets }) => tickets.some(({ id }) => id === ticketId))

/** The conversation with a message at its place. A message older than the loaded pages is left to them. */
export function withMessage(data: Conversation, message: ShownMessage): Conversation {
  const isKnown = data.pages.some(({ records }) => records.some(({ id }) => id === message.id))
  if (isKnown) return withReplaced(data, message)
  const index = data.pages.findIndex(({ records }) => records.some(({ at }) => at < message.at))
  const last = data.pages.length - 1
  if (index < 0 && data.pages[last]?.hasMore) return data
  const target = index < 0 ? last : index
  return {
    ...data,
    pages: data.pages.map((page, at) => (at === target ? insertedInto(page, message) : page)),
  }
}

const replacedIn = (page: MessagePage, message: ShownMessage): MessagePage => ({
  ...page,
  records: page.records.map((known) => (known.id === message.id ? newerOf(known, message) : known)),
})

function insertedInto(page: MessagePage, message: ShownMessage): MessagePage {
  const at = page.records.findIndex((known) => known.at < message.at)
  return { ...page, records: page.records.toSpliced(at < 0 ? page.records.length : at, 0, message) }
}

/**
 * Live events can overtake each other, and the answer to the call that sent the message. Ticks never go back; a refusal
 * keeps its code, and a loaded file, reactions, an edit, a deletion and a repetition stay.
 */
export function newerOf(known: ShownMessage, told: ShownMessage): ShownMessage {
  const sent = isSettled(known.status) && !isSettled(told.status) ? known : told
  const written = isWrittenBefore(told, known) ? known : told
  return {
    ...told,
    level: rankOf(told.level) < rankOf(known.level) ? known.level : told.level,
    status: sent.status,
    failureCode: sent.failureCode,
    retriedAs: told.retriedAs ?? known.retriedAs,
    quotedPreview: known.quotedPreview ?? told.quotedPreview,
    content: written.content,
    contentRevision: written.contentRevision,
    truncated: written.truncated,
    reactions: written.reactions,
    failedChange: written.failedChange,
    editedAt: written.editedAt,
    deletedAt: written.deletedAt,
  }
}

/** Servers of older versions send no revision; their messages are compared by time. */
function isWrittenBefore(one: ShownMessage, other: ShownMessage): boolean {
  const difference = (one.contentRevision ?? 0) - (other.contentRevision ?? 0)
  return difference < 0 || (difference === 0 && lastWrittenAt(one) < lastWrittenAt(other))
}

/** The time of its deletion or last edit; empty for a message as it was sent. A deleted message is not edited. */
const lastWrittenAt = ({ deletedAt, editedAt }: ShownMessage): string => deletedAt ?? editedAt ?? ''

const rankOf = (level: ShownMessage['level']): number => (level ? levelRank(level) : -1)

const isSettled = (status: ShownMessage['status']): boolean => status === 'SENT' || status === 'FAILED'

/** All loaded messages, oldest first. Pages around a message overlap. */
export function messagesIn(data: Conversation | undefined): ShownMessage[] {
  const records = data?.pages.flatMap((page) => page.records) ?? []
  return [...new Map(records.map((message) => [message.id, message])).values()].reverse()
}

/** The names of the campaigns that loaded messages belong to, by id. */
export const campaignsIn = (data: Conversation | undefined): ReadonlyMap<string, string> =>
  new Map(data?.pages.flatMap((page) => page.campaigns).map(({ id, name }) => [id, name]))
