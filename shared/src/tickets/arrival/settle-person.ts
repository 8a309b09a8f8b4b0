import { type Conversation, conversationKey, getConversation } from '../../conversations/conversation.ts'
import { messageKey, placeKey, type StoredMessage } from '../../conversations/message.ts'
import { type Chat, chatOfLid, chatOfNumber } from '../../messages/chat.ts'
import type { Person } from '../../messages/inbound.ts'
import { canonicalKey } from '../../phone-numbers/canonical-key.ts'
import { learnNumbers, numberOfLid } from '../../phone-numbers/lids.ts'
import { allRows, committed, deleteRow, putRow, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { moveTickets, renumberMessages } from './merge-tickets.ts'

/**
 * Determines a person's conversation. If number and LID are known together, this is stored, and everything stored under
 * the LID moves to the number.
 */
export async function settlePerson(table: TenantTable, connectionId: string, person: Person): Promise<Chat> {
  const { lid } = person
  const known = lid ? await numberOfLid(table, lid) : undefined
  const number = person.number ? canonicalKey(person.number) : known
  if (!lid) return chatOfNumber(number ?? '')
  if (!number) return chatOfLid(lid)
  // Stored before the move: from now on nothing new is written under the LID.
  if (known !== number) await learnNumbers(table, [{ lid, number }])
  await moveConversation(table, connectionId, chatOfLid(lid), chatOfNumber(number))
  return chatOfNumber(number)
}

/**
 * Moves a conversation to another name. The old one is deleted last, so that the next message resumes an interrupted
 * move.
 */
async function moveConversation(
  table: TenantTable,
  connectionId: string,
  from: Chat,
  to: Chat,
): Promise<void> {
  const old = await getConversation(table, connectionId, from)
  if (!old) return
  const merged = await moveTickets(table, connectionId, from, to)
  const { pk } = messageKey({ connectionId, chat: from, at: '', messageId: '' })
  for await (const message of allRows(table, { pk, consistent: true })) await moveMessage(table, message, to)
  for (const merge of merged) await renumberMessages(table, connectionId, to, merge)
  await takeOver(table, connectionId, old, to)
  await table.delete(conversationKey(connectionId, from))
}

async function moveMessage(
  table: TenantTable,
  { pk: _, sk: __, ...message }: Row<StoredMessage>,
  chat: Chat,
): Promise<void> {
  const { connectionId, at } = message
  const moved = { ...message, chat }
  await table.transact([
    putRow({ ...moved, ...messageKey(moved) }),
    deleteRow(messageKey(message)),
    putRow({ ...placeKey(connectionId, message), chat, at }),
  ])
}

async function takeOver(
  table: TenantTable,
  connectionId: string,
  { name, lid, wroteAt, writtenAt, personWroteAt, lastAt, preview, ours, closureTold }: Conversation,
  to: Chat,
): Promise<void> {
  const there = await getConversation(table, connectionId, to)
  const later = (lastAt ?? '') > (there?.lastAt ?? '')
  const set = {
    connectionId,
    chat: to,
    ...(lid && { lid }),
    ...(name && !there?.name && { name }),
    ...latest('wroteAt', wroteAt, there?.wroteAt),
    ...latest('writtenAt', writtenAt, there?.writtenAt),
    ...latest('personWroteAt', personWroteAt, there?.personWroteAt),
    ...(later && { lastAt, preview }),
    ...(ours && ours.at > (there?.ours?.at ?? 0) && { ours }),
    ...(closureTold && !there?.closureTold && { closureTold }),
  }
  await committed(table.update(conversationKey(connectionId, to), { set }))
}

const latest = (name: 'wroteAt' | 'writtenAt' | 'personWroteAt', one = 0, other = 0) =>
  Math.max(one, other) > 0 ? { [name]: Math.max(one, other) } : {}
