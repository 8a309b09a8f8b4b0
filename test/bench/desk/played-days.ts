import { DAY_MS } from '@recado/shared/calendar/local-time'
import { putCompany } from '@recado/shared/companies/store'
import { messageKey, type StoredMessage } from '@recado/shared/conversations/message'
import { firstIdOf } from '@recado/shared/ids'
import type { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { TICKETS, tickets as ticketEntity } from '@recado/shared/tickets/store/ticket-entity'
import { ticketLists } from '@recado/shared/tickets/store/ticket-lists'
import { aCompany, aMessage, aTicket, aTicketQueue } from '../../support/builders.ts'
import { ATTENDANTS, NOON, numberOf, QUEUES, SHOP } from './company.ts'
import type { Step } from './seed.ts'

/** Days before {@link NOON} that the tickets are spread over. */
export const PLAYED_DAYS = 92
const TICKETS_AT_ONCE = 200
const MINUTE_MS = 60_000

/** Monday to Friday from eight to six. */
const OFFICE = {
  periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '18:00' })),
  holidays: ['2026-11-02', '2026-11-20'],
}

interface Played {
  tickets: number
  messages: number
}

/** A company whose customers wrote and got answers, and whose tickets ended, all in the past; part by part. */
export const stepsOfDays = ({ tickets, messages }: Played): Step[] => [
  foundCompany,
  ...Array.from({ length: Math.ceil(tickets / TICKETS_AT_ONCE) }, (_, part): Step => {
    const first = part * TICKETS_AT_ONCE
    const count = Math.min(TICKETS_AT_ONCE, tickets - first)
    const some = Array.from({ length: count }, (_each, index) => playedTicket(first + index, tickets))
    return (table) => putTickets(table, some, messages)
  }),
]

async function foundCompany(table: TenantTable): Promise<void> {
  const { companyId } = table
  await putCompany(table, aCompany({ id: companyId, scheduleType: 'company', schedules: OFFICE }))
  for (const [index, id] of QUEUES.entries())
    await putTicketQueue(
      table,
      aTicketQueue({ companyId, id, name: id, color: `#00000${index}`, targetMinutes: 15 + index }),
    )
}

async function putTickets(table: TenantTable, all: readonly StoredTicket[], messages: number): Promise<void> {
  await table.putMany(
    all.map((ticket) => ({
      pk: TICKETS,
      sk: ticket.id,
      ...ticketEntity.stamped({ ...ticket, revision: 1 }),
    })),
  )
  await table.putMany(all.flatMap(ticketLists.rowsOf))
  const conversations = all.flatMap((ticket) => conversationOf(ticket, messages))
  await table.putMany(conversations.map((one) => ({ ...one, ...messageKey(one) })))
}

const textOf = (moment: number): string => new Date(moment).toISOString()

/** They begin from seven to six; answers take 1 to 59 minutes, and every seventh ticket has none. */
export function playedTicket(index: number, of: number): StoredTicket {
  const day = Math.floor((index * PLAYED_DAYS) / of)
  const begun = NOON - (day + 1) * DAY_MS + (((index * 37) % 660) - 300) * MINUTE_MS
  const answered = index % 7 === 0 ? null : textOf(begun + ((index * 13) % 59) * MINUTE_MS + MINUTE_MS)
  const closedAt = textOf(begun + (60 + (index % 240)) * MINUTE_MS)
  const isRated = index % 5 === 0
  return aTicket({
    whatsappId: SHOP,
    chat: numberOf(index),
    id: `${firstIdOf(begun)}${String(index).padStart(16, '0')}`,
    uuid: `uuid-${index}`,
    queueId: QUEUES[index % QUEUES.length] ?? null,
    userId: ATTENDANTS[index % ATTENDANTS.length] ?? null,
    status: 'closed',
    closeReason: 'person',
    createdAt: textOf(begun),
    updatedAt: closedAt,
    firstInboundAt: textOf(begun),
    firstResponseAt: answered,
    closedAt,
    rating: isRated
      ? { askedAt: closedAt, until: closedAt, rate: (Math.floor(index / 5) % 5) + 1, at: closedAt }
      : null,
  })
}

/** The customer’s first message, the attendant’s first answer, what followed, and the event of the end. */
function conversationOf(ticket: StoredTicket, count: number): StoredMessage[] {
  const { chat, id: ticketId, createdAt, firstResponseAt, closedAt } = ticket
  const its = { connectionId: SHOP, chat, ticketId }
  const message = (number: number, of: Partial<StoredMessage>): StoredMessage =>
    aMessage({ ...its, messageId: `3EB0${ticketId}${number}`, original: 'CgA=', ...of })
  const later = Date.parse(firstResponseAt ?? createdAt) + 1000
  return [
    message(0, { at: createdAt, seq: 1 }),
    ...(firstResponseAt
      ? [message(1, { at: firstResponseAt, fromMe: true, origin: 'user', userId: 'U' })]
      : []),
    ...Array.from({ length: Math.max(0, count - 3) }, (_, index) =>
      message(index + 2, { at: textOf(later + index * 1000), seq: index + 2 }),
    ),
    message(count, {
      at: closedAt ?? '',
      fromMe: true,
      internal: true,
      content: { type: 'event', kind: 'closed', by: null, reason: 'person' },
    }),
  ]
}
