import { canonicalKey } from '../contacts/canonical-key.ts'
import { allRows, committed, type Key, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Chat, chatOfLid, chatOfNumber } from './chat.ts'
import { type Conversation, conversationKey, getConversation } from './conversation.ts'
import type { Person } from './inbound.ts'
import { messageKey, placeKey, type StoredMessage } from './message.ts'

/** WhatsApp's own id of a person → their number, once it is known. */
export const lidKey = (lid: string): Key => ({ pk: 'LIDS', sk: lid })

/** The other direction, by which blocks are found. */
export const lidOfNumberKey = (number: string): Key => ({ pk: 'LID-OF', sk: canonicalKey(number) })

export const numberOfLid = async (table: TenantTable, lid: string): Promise<string | undefined> =>
  (await table.get<{ number: string }>(lidKey(lid)))?.number

/** The numbers of many people, as far as they are known: LID → number. */
export async function numbersOfLids(
  table: TenantTable,
  lids: readonly string[],
): Promise<Map<string, string>> {
  if (lids.length === 0) return new Map()
  const rows = await table.getMany<{ number: string }>(lids.map(lidKey))
  return new Map(rows.map(({ sk, number }) => [sk, number]))
}

/** Stores numbers and LIDs that were learned together. */
export const learnNumbers = (
  table: TenantTable,
  people: readonly { number: string; lid: string }[],
): Promise<void> =>
  table.putMany(
    [...new Map(people.map((person) => [person.lid, person])).values()].flatMap((person) =>
      rowsOfPerson(person),
    ),
  )

/** That a number and a LID are one person's is not known any more. */
export const forgetNumber = (table: TenantTable, { lid, number }: { lid: string; number: string }) =>
  table.deleteMany([lidKey(lid), lidOfNumberKey(number)])

/** Both directions: messages come under the LID, blocks are looked up by number. */
const rowsOfPerson = ({ lid, number }: { lid: string; number: string }): Row[] => [
  { ...lidKey(lid), number: canonicalKey(number) },
  { ...lidOfNumberKey(number), lid },
]

/**
 * Settles where a person's conversation is, learning on the way: with number and LID known together, what was
 * stored under the LID alone moves to the number.
 */
export async function settlePerson(table: TenantTable, connectionId: string, person: Person): Promise<Chat> {
  const { lid } = person
  const known = lid ? await numberOfLid(table, lid) : undefined
  const number = person.number ? canonicalKey(person.number) : known
  if (!lid) return chatOfNumber(number ?? '')
  if (!number) return chatOfLid(lid)
  // Stored before anything moves: from here on nothing new is written under the LID.
  if (known !== number) await learnNumbers(table, [{ lid, number }])
  await moveConversation(table, connectionId, chatOfLid(lid), chatOfNumber(number))
  return chatOfNumber(number)
}

/**
 * Moves a conversation to another name; the old one goes last, so that a move which was cut short is taken
 * up again by the next message.
 */
async function moveConversation(
  table: TenantTable,
  connectionId: string,
  from: Chat,
  to: Chat,
): Promise<void> {
  const old = await getConversation(table, connectionId, from)
  if (!old) return
  const messages = allRows<StoredMessage>(table, {
    pk: messageKey(ofChat(connectionId, from)).pk,
    consistent: true,
  })
  for await (const message of messages) await moveMessage(table, message, to)
  await takeOver(table, connectionId, old, to)
  await table.delete(conversationKey(connectionId, from))
}

const ofChat = (connectionId: string, chat: Chat) => ({ connectionId, chat, at: '', messageId: '' })

async function moveMessage(
  table: TenantTable,
  { pk: _, sk: __, ...message }: StoredMessage & Key,
  chat: Chat,
): Promise<void> {
  const { connectionId, at } = message
  const moved = { ...message, chat }
  await table.transact([
    { put: { ...moved, ...messageKey(moved) } },
    { delete: messageKey(message) },
    { put: { ...placeKey(connectionId, message), chat, at } },
  ])
}

async function takeOver(
  table: TenantTable,
  connectionId: string,
  { name, lid, wroteAt, writtenAt, lastAt, preview, unread = 0 }: Conversation,
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
    ...(later && { lastAt, preview }),
  }
  await committed(table.update(conversationKey(connectionId, to), { set, add: { unread } }))
}

const latest = (name: 'wroteAt' | 'writtenAt', one = 0, other = 0) =>
  Math.max(one, other) > 0 ? { [name]: Math.max(one, other) } : {}
