import {
  type Conversation,
  conversationKey,
  getConversation,
  isFirstContact,
} from '../../conversations/conversation.ts'
import { getMessage, messageKey, placeKey, type StoredMessage } from '../../conversations/message.ts'
import { outgoingWrite } from '../../conversations/outgoing.ts'
import { type Chat, chatOfLid, chatOfNumber, isOfLid } from '../../messages/chat.ts'
import type { Person } from '../../messages/inbound.ts'
import { getSentMessage } from '../../messages/sent-messages.ts'
import { canonicalKey, otherSpelling } from '../../phone-numbers/canonical-key.ts'
import { learnNumbers, numberOfLid } from '../../phone-numbers/lids.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type All, allRows, committed, deleteRow, putRow, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { liveTicket } from '../store/tickets.ts'
import { type Moved, moveTickets } from './merge-tickets.ts'
import { renumberMessages } from './renumber-messages.ts'

export interface SettlingPorts {
  /** Milliseconds since 1970. */
  now(): number
  /** Called with the changes after a conversation moved, for browsers. */
  conversationMoved(moved: Moved): Promise<void>
}

/**
 * Determines a person's conversation. If number and LID are known together, this is stored, and everything stored under
 * the LID moves to the number. So does what a user began under the number's other spelling: WhatsApp's one counts (ADR 54).
 */
export async function settlePerson(
  table: TenantTable,
  ports: SettlingPorts,
  connectionId: string,
  person: Person,
): Promise<Chat> {
  const { lid } = person
  const known = lid ? await numberOfLid(table, lid) : undefined
  const number = person.number ? canonicalKey(person.number) : known
  if (!number) return lid ? chatOfLid(lid) : chatOfNumber('')
  // Stored before the move: from now on nothing new is written under the LID.
  if (lid && known !== number) await learnNumbers(table, [{ lid, number }])
  const to = chatOfNumber(number)
  const other = otherSpelling(number)
  for (const from of [...(lid ? [chatOfLid(lid)] : []), ...(other ? [chatOfNumber(other)] : [])]) {
    const moved = await moveConversation(table, connectionId, { from, to }, ports.now())
    if (moved) await ports.conversationMoved(moved)
  }
  return to
}

/**
 * Moves a conversation to another name. The old one is deleted last, so that the next message resumes an interrupted
 * move.
 * @returns undefined if there is none
 */
async function moveConversation(
  table: TenantTable,
  connectionId: string,
  { from, to }: { from: Chat; to: Chat },
  now: number,
): Promise<Moved | undefined> {
  const old = await getConversation(table, connectionId, from)
  // A user may have begun a conversation with a number without a word so far. A LID has always written.
  if (!old && (isOfLid(from) || !(await liveTicket(table, connectionId, from)))) return undefined
  const { moved, merges } = await moveTickets(table, connectionId, { from, to }, now)
  const { pk } = messageKey({ connectionId, chat: from, at: '', messageId: '' })
  for await (const message of allRows(table, { pk, consistent: true })) await moveMessage(table, message, to)
  for (const merge of merges) await renumberMessages(table, connectionId, to, merge)
  if (old) await takeOver(table, connectionId, old, to)
  await table.delete(conversationKey(connectionId, from))
  return moved
}

/**
 * Moves a message, unless it is gone: then another delivery has moved it. A message that changes at this moment is read
 * again, so that neither its status nor its words are lost.
 */
const moveMessage = (table: TenantTable, first: Row<StoredMessage>, chat: Chat): Promise<void> =>
  retrying(
    table,
    () => getMessage(table, first),
    async (message) => {
      if (!message) return
      const { pk: _, sk: __, ...attributes } = message
      const { connectionId, at } = message
      const moved = { ...attributes, chat }
      // Acknowledgements and receipts find the message by what was sent.
      const sent = message.fromMe ? await getSentMessage(table, connectionId, message.messageId) : undefined
      const writes = [
        deleteRow(messageKey(message), asRead(message)),
        putRow({ ...moved, ...messageKey(moved) }),
        putRow({ ...placeKey(connectionId, message), chat, at }),
        ...(sent ? [putRow({ ...sent, chat }, { pk: { exists: true } })] : []),
        ...(message.status === 'PENDING' ? [outgoingWrite(moved)] : []),
      ]
      return (await committed(table.transact(writes))) ? undefined : AGAIN
    },
  )

/** The condition that a message's words, outcome and number are as they were read. */
function asRead(message: StoredMessage): All<StoredMessage> {
  const { status, level, failureCode, retriedAs, deletedAt, original, ticketId, seq } = message
  return {
    pk: { exists: true },
    status: status ?? MISSING,
    level: level ?? MISSING,
    failureCode: failureCode ?? MISSING,
    retriedAs: retriedAs ?? MISSING,
    contentRevision: message.contentRevision ?? MISSING,
    deletedAt: deletedAt ?? MISSING,
    original: original ?? MISSING,
    ticketId: ticketId ?? MISSING,
    seq: seq ?? MISSING,
  }
}

const MISSING = { exists: false } as const

async function takeOver(
  table: TenantTable,
  connectionId: string,
  from: Conversation,
  to: Chat,
): Promise<void> {
  const { name, lid, wroteAt, writtenAt, personWroteAt, lastAt, preview, ours, closureTold } = from
  const { messageTimer, uncounted } = from
  const { campaign, campaignMessageId, campaignAt = '' } = from
  const there = await getConversation(table, connectionId, to)
  const later = (lastAt ?? '') > (there?.lastAt ?? '')
  const set = {
    connectionId,
    chat: to,
    ...(lid && { lid }),
    ...(name && !there?.name && { name }),
    ...latest('wroteAt', wroteAt, there?.wroteAt),
    ...latest('writtenAt', writtenAt, there?.writtenAt),
    ...(uncounted && isFirstContact(to, there) && { uncounted }),
    ...latest('personWroteAt', personWroteAt, there?.personWroteAt),
    ...(later && { lastAt, preview }),
    ...(messageTimer !== undefined && (later || there?.messageTimer === undefined) && { messageTimer }),
    ...(ours && ours.at > (there?.ours?.at ?? 0) && { ours }),
    ...(campaign && campaignAt > (there?.campaignAt ?? '') && { campaign, campaignMessageId, campaignAt }),
    // The later of the two announced closures.
    ...(closureTold && closureTold > (there?.closureTold ?? '') && { closureTold }),
  }
  await committed(table.update(conversationKey(connectionId, to), { set }))
}

const latest = (name: 'wroteAt' | 'writtenAt' | 'personWroteAt', one = 0, other = 0) =>
  Math.max(one, other) > 0 ? { [name]: Math.max(one, other) } : {}
