import { connectionIdsEver } from '../connections/store.ts'
import { hasMedia } from '../conversations/content.ts'
import { type Conversation, conversationKey, getConversation } from '../conversations/conversation.ts'
import { changeMessage, messageKey, placeKey, type StoredMessage } from '../conversations/message.ts'
import { allRows, committed } from '../table/table.ts'
import { liveTicket } from '../tickets/store.ts'
import type { CleanUp } from './clean-up.ts'

interface ConversationCutoffs {
  /** Messages before it go, in milliseconds since 1970; null: none. */
  conversations: number | null
  /** Files of messages before it go. */
  media: number | null
  /** Files before it are gone already. */
  mediaFrom: number | undefined
}

/** What moved from one conversation to another meanwhile is looked at again by the next few clean-ups, in milliseconds. */
const LOOKED_AT_AGAIN_MS = 7 * 24 * 3_600_000

/** Conversations between two notes of how far it has come. */
const NOTED_EVERY = 50

/** Messages deleted in one request: each with its place. */
const AT_ONCE = 50

/** Goes through every conversation that there ever was. @returns whether it came to its end */
export async function cleanConversations(work: CleanUp, cutoffs: ConversationCutoffs): Promise<boolean> {
  if (cutoffs.conversations === null && cutoffs.media === null) return true
  const { table, reached } = work
  let looked = 0
  for (const connectionId of await connectionIdsEver(table)) {
    if (reached && connectionId < reached.connectionId) continue
    const after = reached?.connectionId === connectionId ? reached.chat : undefined
    const query = { pk: conversationKey(connectionId, '').pk, after, consistent: true }
    for await (const { chat } of allRows<Conversation>(table, query)) {
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

/** The last message of a conversation that somebody has to see to stays, with what the conversation shows of it. */
async function forgetMessages(work: CleanUp, ref: ConversationRef, cutoff: number): Promise<void> {
  const { table } = work
  const { connectionId, chat } = ref
  const conversation = await getConversation(table, connectionId, chat)
  const isLive = (await liveTicket(table, connectionId, chat)) !== undefined
  let batch: StoredMessage[] = []
  const flush = async () => {
    await table.deleteMany(batch.flatMap((each) => [placeKey(connectionId, each), messageKey(each)]))
    work.count('conversations', batch.length)
    batch = []
  }
  for await (const message of messagesBefore(work, ref, cutoff)) {
    if (isLive && message.at === conversation?.lastAt) continue
    await forgetFileOf(work, message)
    batch.push(message)
    if (batch.length === AT_ONCE) await flush()
  }
  if (batch.length > 0) await flush()
  if (conversation && !isLive && isBefore(conversation, cutoff)) await emptyHead(work, conversation)
}

const isBefore = ({ lastAt }: Conversation, cutoff: number): boolean =>
  lastAt !== undefined && Date.parse(lastAt) < cutoff

/** Nothing of what was said is left. Whether they ever wrote stays: it decides who is a stranger. */
async function emptyHead({ table }: CleanUp, conversation: Conversation): Promise<void> {
  const { connectionId, chat, lastAt = '', preview, unread, name } = conversation
  if (!preview && !unread && name === undefined) return
  const change = { set: { preview: '', unread: 0 }, remove: ['name', 'campaign', 'campaignMessageId'] }
  await committed(table.update(conversationKey(connectionId, chat), change, { lastAt }))
}

/** @param cutoff milliseconds since 1970, as `from` */
function messagesBefore(
  { table }: CleanUp,
  ref: ConversationRef,
  cutoff: number,
  from?: number,
): AsyncGenerator<StoredMessage> {
  const iso = (moment: number) => new Date(moment).toISOString()
  const { pk } = messageKey({ ...ref, at: '', messageId: '' })
  // A sort key is longer than its moment: those of the very moment sort behind it.
  const range = { upTo: iso(cutoff), ...(from !== undefined && { after: iso(from) }) }
  return allRows<StoredMessage>(table, { pk, ...range, consistent: true })
}

/** The file of a message alone; a campaign's attachment is many people's. @returns whether there was one */
async function forgetFileOf(work: CleanUp, { content, connectionId }: StoredMessage): Promise<boolean> {
  const key = hasMedia(content) ? content.media.key : null
  if (!key?.startsWith(`${work.table.companyId}/media/${connectionId}/`)) return false
  await work.forgetFile(key)
  work.count('media', 1)
  return true
}

const withoutFile = ({ table }: CleanUp, message: StoredMessage): Promise<boolean> => {
  const { content } = message
  if (!hasMedia(content)) return Promise.resolve(false)
  const without = { ...content, media: { ...content.media, state: 'ERASED' as const, key: null } }
  return changeMessage(table, message, { set: { content: without } })
}
