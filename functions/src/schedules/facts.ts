import { sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import { getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { allConnections, type StoredConnection } from '@recado/shared/connections/store'
import { survivorOf } from '@recado/shared/contacts/store'
import { chatsOfContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { type Conversation, getConversation } from '@recado/shared/conversations/conversation'
import type { Chat } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import type { ScheduleFacts } from '@recado/shared/schedules/next-step'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import type { TenantTable } from '@recado/shared/table/tenant'
import { defaultQueueOf } from '@recado/shared/tickets/rules/arrival'
import { closureOf } from '@recado/shared/tickets/rules/out-of-hours'
import { loadDeskRules } from '@recado/shared/tickets/store/load-desk-rules'
import { liveTicket, newestTicketsOf } from '@recado/shared/tickets/store/tickets'
import { allChatsOf, isAnyChatBlocked } from '../contacts/contact-chats.ts'
import { ports } from '../context.ts'
import { settledChat } from '../desk/settled-chat.ts'

/** What decides about a due schedule, and its contact. */
export async function factsOf(
  table: TenantTable,
  { contactId, whatsappId }: StoredSchedule,
): Promise<{ facts: ScheduleFacts; contact: StoredContact | undefined }> {
  const now = ports.now()
  const [contact, connections, stop] = await Promise.all([
    survivorOf(table, contactId),
    allConnections(table),
    sendingStopOf(ports, table.companyId, now),
  ])
  const [named] = contact ? chatsOfContact(contact) : []
  const unknown = {
    chat: named,
    isBlocked: false,
    wroteAt: undefined,
    heldUntil: undefined,
    opensAt: undefined,
  }
  const isStopped = stop !== undefined
  const without = { ...unknown, connection: undefined, isOverdue: false, isStopped }
  if (!contact || !named) return { contact, facts: without }
  const known = await allChatsOf(table, contact)
  const connection = await connectionFor(table, connections, whatsappId, known)
  if (!connection) return { contact, facts: without }
  const addressee = { chat: named, number: contact.number ?? undefined, lid: contact.lid ?? undefined }
  const chat = await settledChat(table.companyId, connection.id, addressee)
  // The LID's conversation may have moved to a number that the contact does not have.
  const chats = [...new Set([...spellingsOf(chat), ...known])]
  const [isBlocked, found, rules] = await Promise.all([
    isAnyChatBlocked(table, chats),
    Promise.all(connections.flatMap(({ id }) => chats.map((one) => getConversation(table, id, one)))),
    loadDeskRules(table, connection.id, now),
  ])
  const conversations = found.filter((conversation) => conversation !== undefined)
  const facts: ScheduleFacts = {
    chat,
    isBlocked,
    isStopped,
    isOverdue: rules.company.isOverdue,
    wroteAt: lastWord(conversations),
    connection: { id: connection.id, isUp: connection.status === 'CONNECTED' },
    heldUntil: await heldUntilOn(table, connection.id, chat, conversations, now),
    opensAt: await opensAt(table, rules, connection.id, chat, now),
  }
  return { contact, facts }
}

/** The chosen connection, else that of the contact's last ticket, else the default one. */
async function connectionFor(
  table: TenantTable,
  connections: readonly StoredConnection[],
  whatsappId: string | null,
  chats: readonly Chat[],
): Promise<StoredConnection | undefined> {
  if (whatsappId) return connections.find(({ id }) => id === whatsappId)
  const conversations = connections.flatMap(({ id }) => chats.map((chat) => ({ whatsappId: id, chat })))
  const tickets = await newestTicketsOf(table, conversations, 1)
  const [newest] = tickets.toSorted((one, other) => other.lastAt.localeCompare(one.lastAt))
  return (
    connections.find(({ id }) => id === newest?.whatsappId) ?? connections.find(({ isDefault }) => isDefault)
  )
}

const lastWord = (conversations: readonly Conversation[]): number | undefined => {
  const moments = conversations.flatMap(({ wroteAt }) => wroteAt ?? [])
  return moments.length > 0 ? Math.max(...moments) : undefined
}

/**
 * While WhatsApp holds first contacts back, only people who wrote may be written to (ADR 8). A message under the number's
 * other spelling counts.
 */
async function heldUntilOn(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  conversations: readonly Conversation[],
  now: number,
): Promise<number | undefined> {
  const theirs = conversations.filter(
    (one) => one.connectionId === connectionId && spellingsOf(chat).includes(one.chat),
  )
  if (theirs.some(({ wroteAt }) => wroteAt !== undefined)) return undefined
  const hold = holdByWhatsApp(await getHealth(table, connectionId), now)
  return hold && hold.reason !== 'number-checks' ? hold.until : undefined
}

/** By the hours of the company, or of the queue in which the contact's ticket is. */
async function opensAt(
  table: TenantTable,
  rules: Awaited<ReturnType<typeof loadDeskRules>>,
  connectionId: string,
  chat: Chat,
  now: number,
): Promise<number | null | undefined> {
  const queueId = (await liveTicket(table, connectionId, chat))?.queueId ?? defaultQueueOf(rules)
  const closure = closureOf(rules, queueId, now)
  if (!closure) return undefined
  return closure.id === 'never' ? null : Date.parse(closure.id)
}
