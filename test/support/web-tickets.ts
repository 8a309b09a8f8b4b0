import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import type { Conversation } from '../../web/src/tickets/conversation-cache.ts'
import type { OutboxEntry } from '../../web/src/tickets/outbox/entry.ts'
import type { TicketView } from '../../web/src/tickets/ticket-view.ts'

export const ZONE = 'America/Sao_Paulo'

/** An instant of 2026-11-23, by the minutes after 12:00 UTC. */
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString()

export const aShownTicket = (overrides: Partial<ListedTicket> = {}): ListedTicket => ({
  id: 'T1',
  uuid: 'u1',
  protocol: '20261123-00001',
  status: 'open',
  whatsappId: 'W1',
  chat: '5511987654321',
  isGroup: false,
  name: 'Maria',
  contactId: null,
  queueId: 'Q1',
  userId: 'ana',
  preferredUserId: null,
  tagIds: [],
  campaignId: null,
  origin: 'customer',
  bot: null,
  group: null,
  inboundSeq: 3,
  readSeq: 1,
  unread: 2,
  waitingSince: null,
  firstInboundAt: null,
  acceptedAt: null,
  firstResponseAt: null,
  closedAt: null,
  closedBy: null,
  reopenedAt: null,
  closeReason: null,
  repliedAfterAt: null,
  rating: null,
  snoozedUntil: null,
  lastAt: at(0),
  preview: 'Oi',
  lastFromMe: false,
  revision: 1,
  createdAt: at(0),
  updatedAt: at(0),
  draftText: null,
  ...overrides,
})

export const aShownMessage = (overrides: Partial<ShownMessage> = {}): ShownMessage => ({
  id: 'M1',
  ticketId: 'T1',
  chat: '5511987654321',
  at: at(0),
  fromMe: false,
  origin: null,
  auto: null,
  campaignId: null,
  internal: false,
  author: null,
  sender: null,
  content: { type: 'text', text: 'Oi' },
  quoted: null,
  status: null,
  level: null,
  failureCode: null,
  reactions: [],
  editedAt: null,
  deletedAt: null,
  seq: null,
  clientId: null,
  retriedAs: null,
  forwarded: false,
  ...overrides,
})

/** The owner of {@link anOutboxEntry}. */
export const OWNER = 'C1 ana'
export const anOutboxEntry = (overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId: 'c1',
  owner: OWNER,
  ticketId: 'T1',
  uuid: 'u1',
  text: 'Oi',
  file: null,
  replyFile: null,
  quoted: null,
  at: at(0),
  order: 0,
  seenAt: at(0),
  accept: false,
  force: false,
  sign: false,
  confirmedAt: null,
  uploadId: null,
  state: 'waiting',
  reason: '',
  maySendAsDocument: false,
  mayRetry: true,
  ...overrides,
})

/** The view of the attendant's own open tickets. */
export const MINE: TicketView = { tab: 'atendendo', all: false, queueIds: [], tagIds: [], unread: false }
/** Loaded pages of a list. All but the last have a next page. */
export const listPages = (...records: ListedTicket[][]) => ({
  pages: records.map((page, index) => ({ records: page, hasMore: index < records.length - 1 })),
  pageParams: [],
})

export const idsOf = (data: { pages: { records: { id: string }[] }[] }) =>
  data.pages.map(({ records }) => records.map(({ id }) => id))

/** Loaded pages of a conversation. All but the last have a next page. */
export const conversationPages = (...records: ShownMessage[][]): Conversation => ({
  pages: records.map((page, index) => ({
    records: page,
    tickets: [],
    hidden: [],
    campaigns: [],
    hasMore: index < records.length - 1,
    nextCursor: null,
  })),
  pageParams: [],
})
