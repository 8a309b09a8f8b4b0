import * as z from 'zod'
import { recordsOf } from '../../http/paging.ts'
import { queryFlag } from '../../http/query-flag.ts'
import { id } from '../../ids.ts'
import { cutText } from '../../text.ts'

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const ticketStatus = z.enum(TICKET_STATUSES)
export type TicketStatus = z.infer<typeof ticketStatus>

/** Who or what opened a ticket. */
export const TICKET_ORIGINS = ['customer', 'agent', 'campaign', 'schedule'] as const

/** Why a ticket is closed: by a person, after silence, with its connection, or merged into another ticket. */
export const CLOSE_REASONS = ['person', 'idle', 'connection', 'merged'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** A customer's rate is asked for until `until`; a bare rate counts a day longer (part 4 §5). Moments are ISO 8601. */
export const rating = z.object({
  askedAt: z.string(),
  until: z.string(),
  /** 1 to 5. */
  rate: z.number().int().nullable(),
  at: z.string().nullable(),
})
export type Rating = z.infer<typeof rating>

/**
 * The greeting's menu of queues: whether an answer to it is awaited, how many answers were not understood, and whether a
 * file was one of them.
 */
export const menuState = z.object({
  step: z.enum(['menu', 'none']),
  tries: z.number().int(),
  hadFile: z.boolean(),
})
export type MenuState = z.infer<typeof menuState>

/**
 * The settings of one group. A muted group is in no counter, and makes no sound. The users of its queues see it
 * and write in it; without queues all users do.
 */
export const groupSettings = z.object({ muted: z.boolean(), queueIds: z.array(z.string()) })
export type GroupSettings = z.infer<typeof groupSettings>

/** One conversation of one contact, or of one group, that the company attends to (part 4 §3). Moments are ISO 8601. */
export const ticket = z.object({
  id: z.string(),
  uuid: z.string(),
  /** `20261122-00041`: the local date of its opening and a number of that day. Numbers may be missing. */
  protocol: z.string(),
  status: ticketStatus,
  whatsappId: z.string(),
  /** The conversation within that connection. */
  chat: z.string(),
  isGroup: z.boolean(),
  name: z.string(),
  contactId: z.string().nullable(),
  queueId: z.string().nullable(),
  /** The attendant; of a pending ticket the user it was transferred to. */
  userId: z.string().nullable(),
  /** A pending ticket's user of choice. It is never hidden from others. */
  preferredUserId: z.string().nullable(),
  tagIds: z.array(z.string()),
  /** The campaign whose reply opened it. */
  campaignId: z.string().nullable(),
  origin: z.enum(TICKET_ORIGINS),
  bot: menuState.nullable(),
  group: groupSettings.nullable(),
  /** Messages of the customer in this ticket, and how many of them were read. */
  inboundSeq: z.number().int(),
  readSeq: z.number().int(),
  unread: z.number().int(),
  /** Since when a message of the customer has no answer by a person. */
  waitingSince: z.string().nullable(),
  firstInboundAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  firstResponseAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  /** When it was last opened again after its end. */
  reopenedAt: z.string().nullable(),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  /** The id of the ticket that took over its messages, after a merge. */
  mergedInto: z.string().optional(),
  /** When the customer thanked after the end. */
  repliedAfterAt: z.string().nullable(),
  rating: rating.nullable(),
  snoozedUntil: z.string().nullable(),
  /** The last message: when, its first words, and whether it is the company's. */
  lastAt: z.string(),
  preview: z.string(),
  lastFromMe: z.boolean(),
  /** The last message was deleted for everyone, and `preview` is empty. */
  lastDeleted: z.literal(true).optional(),
  /** The last message is the company's, and did not leave. */
  lastFailed: z.literal(true).optional(),
  /** Raised by every change. */
  revision: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Ticket = z.infer<typeof ticket>

/** A text that a user typed and did not send. One that was begun as an internal note stays one. */
export const draft = z.object({
  text: z.string(),
  quoted: z.string().nullable(),
  isNote: z.literal(true).optional(),
})
export type Draft = z.infer<typeof draft>

export const ticketWithDraft = ticket.extend({ draft: draft.nullable() })
export type TicketWithDraft = z.infer<typeof ticketWithDraft>

/** The most characters of a draft in a list. */
const DRAFT_IN_LIST_MAX = 80

/** A draft as lists show it: the beginning of its words, in one line; null without words. */
export const draftInList = (text: string): string | null =>
  cutText(text.trim().replace(/\s+/g, ' '), DRAFT_IN_LIST_MAX) || null

/** A ticket of a list, with the beginning of the caller's own draft. Live events carry tickets without it. */
export const listedTicket = ticket.extend({ draftText: z.string().nullable() })
export type ListedTicket = z.infer<typeof listedTicket>

export const TICKET_TABS = ['atendendo', 'aguardando', 'resolvidos', 'grupos', 'adiados'] as const
export const ticketTab = z.enum(TICKET_TABS)
export type TicketTab = z.infer<typeof ticketTab>

/** Several ids in a query string, separated by commas. */
const ids = z
  .string()
  .max(2000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(id).max(50))

const ticketFilters = z.strictObject({
  /** Everything one may see; else one's own. */
  all: queryFlag.optional(),
  queueIds: ids.optional(),
  userId: id.optional(),
  tagIds: ids.optional(),
  whatsappId: id.optional(),
  unread: queryFlag.optional(),
  campaignId: id.optional(),
})

export const ticketQuery = ticketFilters.extend({
  tab: ticketTab.default('atendendo'),
  /** The newest message or the longest waiting first. Without it each tab has its own order. */
  order: z.enum(['last', 'waiting']).optional(),
  cursor: z.string().max(2048).optional(),
})
export type TicketQuery = z.infer<typeof ticketQuery>

export const ticketPage = recordsOf(listedTicket)

/** The column of live tickets without the tag of any other column. */
export const NO_STAGE = 'none'

/** Columns of the kanban. */
export const kanbanQuery = ticketFilters.extend({
  /** The ids of their tags, or {@link NO_STAGE}. Tags that are no columns are left out. */
  stages: ids,
  /** The next page of a single column. */
  cursor: z.string().max(2048).optional(),
})
export type KanbanQuery = z.infer<typeof kanbanQuery>

/** `count`: all tickets of the column that pass the filters, exact up to {@link COUNTED_UP_TO}. */
const kanbanColumn = recordsOf(listedTicket).extend({ stage: id, count: z.number().int() })
export type KanbanColumn = z.infer<typeof kanbanColumn>
export const kanbanColumns = z.object({ columns: z.array(kanbanColumn) })

/** Counts are exact up to this number; more are shown as "999+". */
export const COUNTED_UP_TO = 999

const tabCount = z.object({
  tickets: z.number().int(),
  /** Messages. */
  unread: z.number().int(),
  /** One's own tickets, and their unread messages. */
  mine: z.number().int(),
  mineUnread: z.number().int(),
})
export type TabCount = z.infer<typeof tabCount>
export const ticketCounters = z.record(ticketTab, tabCount)
export type TicketCounters = z.infer<typeof ticketCounters>

/** Either a contact or a number. */
export const newTicketInput = z
  .strictObject({
    contactId: id.optional(),
    number: z.string().trim().min(1).max(30).optional(),
    /** The company's default connection without it. */
    whatsappId: id.optional(),
    queueId: id.optional(),
    /** Opens the ticket although the contact is blocked. */
    force: z.boolean().optional(),
  })
  .refine(({ contactId, number }) => (contactId === undefined) !== (number === undefined), {
    path: ['number'],
    message: 'number_or_contactId',
  })
export type NewTicketInput = z.infer<typeof newTicketInput>

/** "Atender próximo" tries so many of the longest waiting tickets: colleagues may take the first ones. */
export const NEXT_TRIED = 20

/** The most tags of a ticket. */
export const TICKET_TAGS_MAX = 10
/** The longest text of a message or a draft, in characters; of a note. */
export const MESSAGE_MAX = 16_384
export const NOTE_MAX = 4096

/** What `PUT /tickets/{id}` may say; `rules/requested-change.ts` says which fields go together. */
const ticketChangeFields = z.strictObject({
  status: ticketStatus.optional(),
  userId: id.optional(),
  queueId: id.optional(),
  takeOver: z.literal(true).optional(),
  /** The last message that the caller saw, of the customer's in this ticket. */
  seenSeq: z.number().int().min(0).optional(),
  /** Closes without a word to the customer. */
  silent: z.boolean().optional(),
  /** Closes although messages came that the caller did not see. */
  force: z.boolean().optional(),
  note: z.string().trim().min(1).max(NOTE_MAX).optional(),
  /** Made by the browser for a transfer: its note is written once. */
  clientId: z.uuid().optional(),
  snoozedUntil: z.iso.datetime().nullish(),
  tagIds: z.array(id).max(TICKET_TAGS_MAX).optional(),
})
export const ticketChange = ticketChangeFields.refine((body) => Object.keys(body).length > 0, {
  path: ['status'],
  message: 'required',
})
export type TicketChange = z.infer<typeof ticketChange>

/** The most queues that see one group. */
const GROUP_QUEUES_MAX = 50

/** What `PUT /tickets/{id}/group` may say. Omitted fields stay as they are. */
export const groupChange = z
  .strictObject({
    muted: z.boolean().optional(),
    queueIds: z.array(id).max(GROUP_QUEUES_MAX).optional(),
  })
  .refine(({ muted, queueIds }) => muted !== undefined || queueIds !== undefined, {
    path: ['muted'],
    message: 'required',
  })
export type GroupChange = z.infer<typeof groupChange>

/** Either the last message that was read, or the wish to have the last one unread. */
export const readInput = z
  .strictObject({
    seq: z.number().int().min(0).optional(),
    unread: z.literal(true).optional(),
  })
  .refine(({ seq, unread }) => (seq === undefined) !== (unread === undefined), {
    path: ['seq'],
    message: 'seq_or_unread',
  })
export type ReadInput = z.infer<typeof readInput>

export const draftInput = z.strictObject({
  text: z.string().max(MESSAGE_MAX),
  quoted: z.string().max(100).nullish(),
  isNote: z.literal(true).optional(),
})
export type DraftInput = z.infer<typeof draftInput>
