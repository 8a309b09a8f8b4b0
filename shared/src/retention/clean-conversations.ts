import { connectionIdsEver } from '../connections/store.ts'
import { type Conversation, conversationKey, getConversation } from '../conversations/conversation.ts'
import { changeMessage, messageKey, placeKey, type StoredMessage } from '../conversations/message.ts'
import { ownFileOf } from '../conversations/message-file.ts'
import { hasMedia } from '../messages/content.ts'
import { forgetWords } from '../search/word-rows.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { allRows, committed } from '../table/table.ts'
import { isLive, type StoredTicket } from '../tickets/contract/stored-ticket.ts'
import { getTicket, liveTicket, ticketsOf, writeTicket } from '../tickets/store/tickets.ts'
import type { CleanUp } from './clean-up.ts'

interface ConversationCutoffs {
  /** Messages before this moment are deleted, in milliseconds since 1970; null: none. */
  conversations: number | null
  /** Files of messages before this moment are deleted. */
  media: number | null
  /** Files before this moment are already deleted. */
  mediaFrom: number | undefined
}

/** The next clean-ups look this far back again, in milliseconds: messages may have moved between conversations. */
const LOOKED_AT_AGAIN_MS = 7 * 24 * 3_600_000

/** Conversations between two stored states of progress. */
const NOTED_EVERY = 50

/** Messages deleted in one request, each with its place. */
const AT_ONCE = 50

/** Cleans all conversations, also of deleted connections. @returns whether it reached the end */
export async function cleanConversations(work: CleanUp, cutoffs: ConversationCutoffs): Promise<boolean> {
  if (cutoffs.conversations === null && cutoffs.media === null) return true
  const { table, reached } = work
  let looked = 0
  for (const connectionId of await connectionIdsEver(table)) {
    if (reached && connectionId < reached.connectionId) continue
    const after = reached?.connectionId === connectionId ? reached.chat : undefined
    const query = { pk: conversationKey(connectionId, '').pk, after, consistent: true }
    for await (const { chat } of allRows(table, query)) {
      await cleanConversation(work, { connectionId, chat }, cutoffs)
      looked++
      if (looked % NOTED_EVERY === 0 || work.isOver()) await work.reach({ connectionId, chat })
      if (work.isOver()) return false
    }
  }
  return true
}

type ConversationRef = Pick<Conversation, 'connectionId' | 'chat'>

async function cleanConversation(
  work: CleanUp,
  ref: ConversationRef,
  { conversations, media, mediaFrom }: ConversationCutoffs,
): Promise<void> {
  if (conversations !== null) await forgetMessages(work, ref, conversations)
  if (media === null) return
  const from = mediaFrom === undefined ? undefined : mediaFrom - LOOKED_AT_AGAIN_MS
  for await (const message of messagesBefore(work, ref, media, from))
    if (await forgetFileOf(work, message)) await withoutFile(work, message)
}

/**
 * The last message of a conversation that needs an attendant stays, together with the conversation's summary. A group needs
 * none, although its ticket is never closed.
 */
async function forgetMessages(work: CleanUp, ref: ConversationRef, cutoff: number): Promise<void> {
  const { table } = work
  const { connectionId, chat } = ref
  const conversation = await getConversation(table, connectionId, chat)
  const ticket = await liveTicket(table, connectionId, chat)
  const needsAttendant = ticket !== undefined && !ticket.isGroup
  let batch: StoredMessage[] = []
  const flush = async () => {
    await forgetWords(table, batch)
    await table.deleteMany(batch.flatMap((each) => [placeKey(connectionId, each), messageKey(each)]))
    work.count('conversations', batch.length)
    batch = []
  }
  for await (const message of messagesBefore(work, ref, cutoff)) {
    if (needsAttendant && message.at === conversation?.lastAt) continue
    await forgetFileOf(work, message)
    batch.push(message)
    if (batch.length === AT_ONCE) await flush()
  }
  if (batch.length > 0) await flush()
  if (conversation && !needsAttendant && isBefore(conversation, cutoff)) await emptyHead(work, conversation)
  for (const each of await ticketsOf(table, [connectionId], [chat])) await emptyTicket(work, each, cutoff)
}

const isBefore = ({ lastAt }: Pick<Conversation, 'lastAt'>, cutoff: number): boolean =>
  lastAt !== undefined && Date.parse(lastAt) < cutoff

/** Empties a conversation's summary. Whether the person ever wrote stays: it decides about first contacts. */
async function emptyHead({ table }: CleanUp, conversation: Conversation): Promise<void> {
  const { connectionId, chat, lastAt = '', preview, name } = conversation
  if (!preview && name === undefined) return
  const change = {
    set: { preview: '' },
    remove: ['name', 'campaign', 'campaignMessageId'],
  } as const
  await committed(table.update(conversationKey(connectionId, chat), change, { lastAt }))
}

/**
 * Removes the customer's name and last words from a closed ticket, whose messages are gone, and the last words from a
 * group's. The ticket itself stays: it counts in reports.
 */
const emptyTicket = ({ table }: CleanUp, { id }: StoredTicket, cutoff: number): Promise<void> =>
  retrying(
    table,
    () => getTicket(table, id),
    async (ticket) => {
      if (!ticket || !isBefore(ticket, cutoff)) return
      const { isGroup } = ticket
      const name = isGroup ? ticket.name : ticket.chat
      if ((isLive(ticket) && !isGroup) || (!ticket.preview && ticket.name === name)) return
      if (!(await writeTicket(table, ticket, { ...ticket, preview: '', name }))) return AGAIN
    },
  )

/** @param cutoff milliseconds since 1970, as `from` */
function messagesBefore(
  { table }: CleanUp,
  ref: ConversationRef,
  cutoff: number,
  from?: number,
): AsyncGenerator<StoredMessage> {
  const iso = (moment: number) => new Date(moment).toISOString()
  const { pk } = messageKey({ ...ref, at: '', messageId: '' })
  // A sort key is longer than its moment: messages of exactly that moment sort after it.
  const range = { upTo: iso(cutoff), ...(from !== undefined && { after: iso(from) }) }
  return allRows(table, { pk, ...range, consistent: true })
}

/** Deletes the file of a single message; a campaign's attachment belongs to many. @returns whether there was one */
async function forgetFileOf(work: CleanUp, message: StoredMessage): Promise<boolean> {
  const key = ownFileOf(work.table.companyId, message)
  if (key === undefined) return false
  await work.forgetFile(key)
  work.count('media', 1)
  return true
}

const withoutFile = ({ table }: CleanUp, message: StoredMessage): Promise<boolean> => {
  const { content } = message
  if (!hasMedia(content)) return changeMessage(table, message, { remove: ['deletedFile'] })
  const without = { ...content, media: { ...content.media, state: 'ERASED' as const, key: null } }
  return changeMessage(table, message, { set: { content: without } })
}
