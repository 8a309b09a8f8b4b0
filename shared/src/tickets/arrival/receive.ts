import { countFirstContact } from '../../connections/count-first-contact.ts'
import type { ContactNews } from '../../contacts/live.ts'
import { type SettledContact, settleContact } from '../../contacts/settle-contact.ts'
import { amendMessage } from '../../conversations/amend.ts'
import {
  type Conversation,
  conversationKey,
  getConversation,
  isFirstContact,
} from '../../conversations/conversation.ts'
import { messageOfId, messageWrite, messageWrites, type StoredMessage } from '../../conversations/message.ts'
import { outgoingWrite } from '../../conversations/outgoing.ts'
import { type Chat, chatOfGroup, isOfLid } from '../../messages/chat.ts'
import { isAmendment } from '../../messages/content.ts'
import type { InboundMessage } from '../../messages/inbound.ts'
import { previewOf } from '../../messages/preview.ts'
import { lidKey } from '../../phone-numbers/lids.ts'
import { indexWords } from '../../search/word-rows.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type Change, ConditionFailed, checkRow, updateRow } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { ticketWrites } from '../store/tickets.ts'
import { type AmendedPreview, amendPreview } from './amend-preview.ts'
import { type ArrivalContext, type Arrived, arrivedInTicket, isByApp, loadContext } from './arrived.ts'
import { replacePlaceholder } from './replace-placeholder.ts'
import { type SettlingPorts, settlePerson } from './settle-person.ts'

/** What the rest of the product knows about a message before it is stored. */
export interface Claims extends Pick<ArrivalContext, 'aside' | 'reply'> {
  /** Whether messages of groups are kept. */
  keepsGroups: boolean
}

export interface Received {
  message: StoredMessage
  /** The message is an earlier one, which a reaction, an edit or a deletion changed. */
  isAmended?: true
  /** The tickets whose preview shows the amended message, before and after. */
  amendedTickets?: AmendedPreview['tickets'] | undefined
  /** Its ticket before and after; none for a message outside of tickets, and for one that was stored before. */
  ticket?: { before: StoredTicket | undefined; after: StoredTicket }
  /** Messages that the system wrote in answer; still to be sent while they are PENDING. */
  answers: StoredMessage[]
  /** What the conversation shows of the ticket's change. */
  events: StoredMessage[]
  /** What became known of the contact, for browsers. */
  contactNews: ContactNews[]
}

/**
 * Records a message from WhatsApp in its conversation and in its ticket, once even if it is delivered several times: the
 * message, its ticket and what is answered by itself are one transaction. Their words follow it, so that a repeated
 * delivery writes those that an interrupted one left out.
 * @param claimsOf what campaigns and blocks say about the message, once its conversation is known
 * @returns undefined for a message that is not kept
 */
export async function receiveMessage(
  table: TenantTable,
  ports: SettlingPorts,
  event: InboundMessage,
  claimsOf: (chat: Chat, conversation: Conversation | undefined) => Promise<Claims>,
): Promise<Received | undefined> {
  const { connectionId, groupId, person, content } = event
  const read = () =>
    groupId ? Promise.resolve(chatOfGroup(groupId)) : settlePerson(table, ports, connectionId, person)
  const received = await retrying(table, read, async (chat): Promise<Received | undefined | typeof AGAIN> => {
    if (isAmendment(content)) {
      const amended = await amendMessage(table, { ...event, chat }, content)
      const shown = await amendPreview(table, connectionId, content)
      const message = amended ?? shown?.message
      const none = { answers: [], events: [], contactNews: [] }
      return message && { message, isAmended: true, amendedTickets: shown?.tickets, ...none }
    }
    const conversation = await getConversation(table, connectionId, chat)
    const claims = await claimsOf(chat, conversation)
    if (groupId && !claims.keepsGroups) return undefined
    const message = messageOf(event, chat)
    const contact = groupId ? undefined : await contactIn(table, event, message, ports.now())
    const known = { ...claims, conversation, contact }
    const context = await loadContext(table, event, message, known, ports.now())
    const { news: contactNews = [] } = contact ?? {}
    const arrived = withTimer(arrivedInTicket(message, context, ports.now()), event, conversation)
    const { ticket } = arrived
    // A message may open a new ticket after the closed one that was read.
    const before = context.ticket?.id === ticket?.id ? context.ticket : undefined
    const outcome = await store(table, arrived, event, conversation, before)
    if (outcome === 'moved') return AGAIN
    if (isOwnFirstContact(event, chat, conversation)) await countFirstContact(table, message, ports.now())
    if (outcome === 'known')
      return receivedBefore(table, await replacePlaceholder(table, message), contactNews)
    return {
      message: arrived.message,
      answers: arrived.answers,
      events: arrived.events,
      contactNews,
      ...(ticket && { ticket: { before, after: ticket } }),
    }
  })
  if (received && !received.isAmended) await indexWords(table, [received.message, ...received.answers])
  return received
}

/** The answers disappear as the customer's message does. */
function withTimer(
  arrived: Arrived,
  { messageTimer }: Pick<InboundMessage, 'messageTimer'>,
  conversation: Conversation | undefined,
): Arrived {
  const timer = messageTimer ?? conversation?.messageTimer
  return timer
    ? { ...arrived, answers: arrived.answers.map((one) => ({ ...one, messageTimer: timer })) }
    : arrived
}

/** A message that was stored by an earlier delivery, with the answers that may still be unsent. */
async function receivedBefore(
  table: TenantTable,
  message: StoredMessage | undefined,
  contactNews: ContactNews[],
): Promise<Received | undefined> {
  if (!message) return undefined
  const { connectionId, answers = [] } = message
  const found = await Promise.all(
    answers.map((messageId) => messageOfId(table, connectionId, { messageId, fromMe: true })),
  )
  return { message, answers: found.filter((answer) => answer !== undefined), events: [], contactNews }
}

/** The contact of a personal message. The name in the company's own message is the company's. */
const contactIn = (
  table: TenantTable,
  { connectionId, person, fromMe, name }: InboundMessage,
  { chat }: StoredMessage,
  now: number,
): Promise<SettledContact> =>
  settleContact(table, { connectionId, chat, lid: person.lid, pushName: fromMe ? undefined : name }, now)

function messageOf(event: InboundMessage, chat: Chat): StoredMessage {
  const { connectionId, messageId, at, fromMe, groupId, person, name, content, quoted, original } = event
  return {
    connectionId,
    chat,
    messageId,
    fromMe,
    content,
    original,
    at: new Date(at).toISOString(),
    ...(fromMe && { origin: 'phone' as const, status: 'SENT' as const, level: 'server' as const }),
    ...(groupId && !fromMe && { sender: person }),
    ...(name && !fromMe && { name }),
    ...(quoted && { quoted }),
  }
}

async function store(
  table: TenantTable,
  { message, ticket, answers, events, closureTold }: Arrived,
  event: InboundMessage,
  conversation: Conversation | undefined,
  before: StoredTicket | undefined,
): Promise<'stored' | 'known' | 'moved'> {
  const { connectionId, chat } = message
  const { lid } = event.person
  // The number of a LID may become known at this moment: then the message belongs to the number's conversation.
  const onlyLid = isOfLid(chat) ? lid : undefined
  try {
    await table.transact([
      ...messageWrites(message),
      updateRow(
        conversationKey(connectionId, chat),
        headChange(message, event, conversation, answers, closureTold),
        // The out-of-hours message goes out once per closure.
        closureTold ? { closureTold: conversation?.closureTold ?? { exists: false } } : undefined,
      ),
      ...(ticket ? ticketWrites(table, before, ticket) : []),
      ...answers.flatMap((answer) => [...messageWrites(answer), outgoingWrite(answer)]),
      ...events.map(messageWrite),
      ...(onlyLid ? [checkRow(lidKey(onlyLid), { pk: { exists: false } })] : []),
    ])
    return 'stored'
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    return error.failures[0] === undefined ? 'moved' : 'known'
  }
}

/** Whether it is a first contact that was typed on the company's phone, and not before the linking. */
const isOwnFirstContact = (
  { fromMe, missed }: InboundMessage,
  chat: Chat,
  conversation: Conversation | undefined,
): boolean => fromMe && missed === undefined && isFirstContact(chat, conversation)

/** The most moments of automatic messages that a conversation keeps. */
const AUTOMATIC_KEPT = 8

function headChange(
  { connectionId, chat, at, fromMe, name, content }: StoredMessage,
  event: InboundMessage,
  conversation: Conversation | undefined,
  answers: readonly StoredMessage[],
  closureTold: string | undefined,
): Change<Conversation> {
  const { person, groupId, timestamp, messageTimer, missed } = event
  const moment = timestamp * 1000
  // An outage may delay a message of the phone until a later one is here.
  const personWroteAt = Math.max(moment, conversation?.personWroteAt ?? 0)
  const last = answers.at(-1)?.at ?? at
  const isLatest = last > (conversation?.lastAt ?? '')
  const { wroteAt = 0, writtenAt = 0 } = conversation ?? {}
  // The history of a linking may come after newer messages.
  const isOlder = missed !== undefined && moment < (fromMe ? writtenAt : wroteAt)
  const said = [...(conversation?.automaticAt ?? []), ...answers.map((answer) => Date.parse(answer.at))]
  return {
    set: {
      connectionId,
      chat,
      ...(isLatest && { lastAt: last, preview: previewOf(content) }),
      ...(fromMe
        ? {
            ...(!isByApp(event) && { personWroteAt }),
            ...(isOwnFirstContact(event, chat, conversation) && { uncounted: true as const }),
            ...(!isOlder && { writtenAt: moment, ours: { origin: 'phone' as const, at: moment } }),
          }
        : !isOlder && { wroteAt: moment }),
      ...(messageTimer !== undefined && !groupId && !isOlder && { messageTimer }),
      ...(name && !groupId && { name }),
      ...(person.lid && !groupId && { lid: person.lid }),
      ...(answers.length > 0 && { writtenAt: Date.parse(last), automaticAt: said.slice(-AUTOMATIC_KEPT) }),
      ...(closureTold && { closureTold }),
    },
  }
}
