import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { getConnection, queuesOf } from '@recado/shared/connections/store'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import { getConversation } from '@recado/shared/conversations/conversation'
import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { commandMessage, outgoing, outgoingWrites } from '@recado/shared/conversations/write'
import type { Chat } from '@recado/shared/messages/chat'
import { mediaKey } from '@recado/shared/messages/media-key'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { scheduleWrites } from '@recado/shared/schedules/store'
import { contentOf, type StoredSchedule, scheduleFileKey } from '@recado/shared/schedules/stored-schedule'
import { indexWords } from '@recado/shared/search/word-rows'
import { committed, type Write } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { signed } from '@recado/shared/tickets/answering/signature'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { messageChanged, ticketChanged } from '@recado/shared/tickets/live/watchers'
import { lastMessage } from '@recado/shared/tickets/rules/last-message'
import { timerOfSilence } from '@recado/shared/tickets/rules/timer'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { newTicket } from '@recado/shared/tickets/store/new-ticket'
import { nextProtocol } from '@recado/shared/tickets/store/protocols'
import { liveTicket, ticketWrites } from '@recado/shared/tickets/store/tickets'
import { getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { filesOf } from '../files/open.ts'

/** Where the message of a schedule goes. */
export interface Destination {
  connectionId: string
  chat: Chat
  contact: StoredContact
}

/** How soon the outcome of a message is looked at, in milliseconds. */
export const LOOKS_AFTER_MS = 2000

/**
 * Turns a schedule into a message of its conversation, in one transaction, and queues its sending. The message's id
 * follows from the schedule's, so that nothing sends it twice.
 * @param paced the write that keeps the connection's schedules apart, by when the message leaves (milliseconds since 1970)
 * @returns the schedule after it; undefined if it, its conversation or its ticket changed meanwhile
 */
export async function leave(
  schedule: StoredSchedule,
  { connectionId, chat, contact }: Destination,
  paced: (leftAt: number) => Write,
): Promise<StoredSchedule | undefined> {
  const { companyId, userId, userName } = schedule
  const table = tableOf(companyId)
  const messageId = messageIdFrom('schedule', schedule.id, schedule.attempts)
  const [conversation, live, settings] = await Promise.all([
    getConversation(table, connectionId, chat),
    liveTicket(table, connectionId, chat),
    getDeskSettings(table),
  ])
  const beginning = { connectionId, chat, name: contact.name || undefined, contactId: contact.id }
  const opened = live ?? (schedule.openTicket ? await ticketOf(table, schedule, beginning) : undefined)
  const file = await ownFile(schedule, connectionId, messageId)
  const content = contentOf(withSignature(schedule, settings), file)
  const leftAt = ports.now()
  const message = outgoing(
    { connectionId, chat, messageId, userId, userName, content, origin: 'schedule', ticketId: opened?.id },
    conversation,
    leftAt,
  )
  const ticket = opened && {
    ...opened,
    ...lastMessage(opened, message),
    // A customer who waits for an answer still does: a schedule is none.
    timerAt: opened.waitingSince ? opened.timerAt : timerOfSilence(opened, settings, message.at),
    updatedAt: message.at,
  }
  const after: StoredSchedule = {
    ...schedule,
    message: { connectionId, chat, at: message.at, messageId },
    waitsFor: null,
    dueAt: new Date(ports.now() + LOOKS_AFTER_MS).toISOString(),
    updatedAt: message.at,
  }
  const writes = [
    ...scheduleWrites(table, schedule, after),
    ...outgoingWrites(message),
    paced(leftAt),
    ...(ticket ? ticketWrites(table, live, ticket) : []),
  ]
  if (!(await committed(table.transact(writes)))) {
    if (file) await forgetUnsent(table, connectionId, messageId, file)
    return undefined
  }
  await commandMessage(ports.queues, companyId, message)
  await publishLeft(companyId, message, live, ticket)
  return after
}

/** Makes a message that left findable, and sends it and its ticket to browsers. */
async function publishLeft(
  companyId: string,
  message: StoredMessage,
  before: StoredTicket | undefined,
  ticket: StoredTicket | undefined,
): Promise<void> {
  await indexWords(tableOf(companyId), [message])
  const watchers = ticketWatchers(companyId)
  if (ticket) await ticketChanged(watchers, before, ticket)
  await messageChanged(watchers, 'create', message)
}

/** An open ticket of the schedule's user. If they have left, it waits in the default queue of its connection. */
async function ticketOf(
  table: TenantTable,
  { userId }: StoredSchedule,
  beginning: { connectionId: string; chat: Chat; name: string | undefined; contactId: string },
): Promise<StoredTicket> {
  const now = ports.now()
  const at = new Date(now).toISOString()
  const { contactId, connectionId } = beginning
  const [user, zone, connection] = await Promise.all([
    getUser(table, userId),
    timeZoneOf(table),
    getConnection(table, connectionId),
  ])
  const waiting = { queueId: queuesOf(connection)[0] ?? null }
  return newTicket({ ...beginning, at }, await nextProtocol(table, zone, now), now, {
    origin: 'schedule',
    contactId,
    ...(user ? { status: 'open', userId, acceptedAt: at } : waiting),
  })
}

/** The schedule with its writer's name above the words, where the company always wants that. */
function withSignature(
  schedule: StoredSchedule,
  { signMessages }: Pick<DeskSettings, 'signMessages'>,
): StoredSchedule {
  const words = signed({ type: 'text', text: schedule.body }, schedule.userName, signMessages, false)
  return words.type === 'text' ? { ...schedule, body: words.text } : schedule
}

/**
 * Deletes the file of a message that was not stored: its schedule may fail or be deleted next, and then nothing leads to the file.
 * Another delivery of the job may have stored the message.
 */
async function forgetUnsent(
  table: TenantTable,
  connectionId: string,
  messageId: string,
  file: string,
): Promise<void> {
  const stored = await messageOfId(table, connectionId, { messageId, fromMe: true })
  if (!stored) await filesOf(table.companyId).delete(file)
}

/** A copy of the schedule's file for its message. */
async function ownFile(
  { companyId, media }: StoredSchedule,
  connectionId: string,
  messageId: string,
): Promise<string | null> {
  if (!media) return null
  const key = mediaKey(companyId, connectionId, messageId)
  const savedAs = media.type === 'document' ? media.fileName : undefined
  await filesOf(companyId).copy(scheduleFileKey(companyId, media.mediaId), key, media.mimetype, savedAs)
  return key
}
