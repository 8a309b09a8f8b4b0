import { newId, newUuid } from '../../ids.ts'
import { type Chat, isGroup } from '../../messages/chat.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/** The conversation of a new ticket. */
interface Beginning {
  connectionId: string
  chat: Chat
  /** The contact's name, if it is known. */
  name?: string | undefined
  /** When it begins, ISO 8601. */
  at: string
}

/** What a ticket has before anything happened to it. The first tickets of a company were stored without these. */
export const UNTOUCHED = {
  contactId: null,
  preferredUserId: null,
  bot: null,
  inboundSeq: 0,
  readSeq: 0,
  receiptSeq: 0,
  waitingSince: null,
  firstInboundAt: null,
  acceptedAt: null,
  firstResponseAt: null,
  closedAt: null,
  closedBy: null,
  reopenedAt: null,
  closeReason: null,
  closingTextAt: null,
  timerAt: null,
  personWrote: false,
  repliedAfterAt: null,
  rating: null,
  snoozedUntil: null,
  preview: '',
  lastFromMe: false,
  revision: 0,
} as const

/**
 * A ticket that begins now, pending and without a queue.
 * @param now milliseconds since 1970
 * @param given fields that differ from those of a new ticket
 */
export const newTicket = (
  { connectionId, chat, name, at }: Beginning,
  protocol: string,
  now: number,
  given: Partial<StoredTicket> = {},
): StoredTicket => ({
  ...UNTOUCHED,
  id: newId(now),
  uuid: newUuid(),
  protocol,
  status: 'pending',
  whatsappId: connectionId,
  chat,
  isGroup: isGroup(chat),
  name: name ?? chat,
  queueId: null,
  userId: null,
  tagIds: [],
  campaignId: null,
  origin: 'customer',
  group: isGroup(chat) ? { muted: false, queueIds: [] } : null,
  lastAt: at,
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
  ...given,
})
