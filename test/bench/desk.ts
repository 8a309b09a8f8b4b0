import { findMessages } from '@recado/functions/search/found-messages'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import {
  messageKey,
  pageOfMessages,
  placeKey,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import { indexWords } from '@recado/shared/search/word-rows'
import { wantedWords } from '@recado/shared/search/words'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { COUNTED_UP_TO, type TicketTab } from '@recado/shared/tickets/contract/ticket'
import { applyChange } from '@recado/shared/tickets/rules/apply-change'
import type { TicketActor } from '@recado/shared/tickets/rules/machine'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { countDesk, pageOfDesk } from '@recado/shared/tickets/store/desk-pages'
import { countedView, type DeskPlan, deskView, isOwn } from '@recado/shared/tickets/store/desk-views'
import { liveTicket, ticketsOfRows, writeTicket } from '@recado/shared/tickets/store/tickets'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection, aMessage, aTicket, aTicketQueue } from '../support/builders.ts'
import { startEmulator } from '../support/dynamodb.ts'
import { CountedTable } from './counted-table.ts'
import { median } from './median.ts'
import { given, type Size } from './size.ts'

const TABLE = 'desk'
const SHOP = 'loja'
const SIZES = { usual: { few: 100, many: given('DESK_TICKETS', 10_000) }, smallest: { few: 20, many: 100 } }
/** Messages that are searched. Part 4 §13 asks for a million; to store them takes more than an hour. */
const SEARCHED = {
  usual: { few: 1000, many: given('DESK_MESSAGES', 20_000) },
  smallest: { few: 50, many: 100 },
}
const REPEATS = { usual: 20, smallest: 2 }
const AT_ONCE = 100
/** Messages of the first ticket's conversation. */
const MESSAGES = 40
const QUEUES = Array.from({ length: 8 }, (_, index) => `queue-${index}`)
const USERS = Array.from({ length: 20 }, (_, index) => `user-${index}`)
const EIGHT_WORDS = 'Bom dia, vocês ainda entregam hoje à tarde?'
const NOON = Date.parse('2026-11-23T15:00:00.000Z')

const ADMIN: TicketActor = { userId: 'user-0', seesAll: true, queueIds: [] }
const AGENT: TicketActor = { userId: 'user-1', seesAll: false, queueIds: ['queue-1', 'queue-2'] }
const PLAN: DeskPlan = {
  userIds: USERS,
  queueIds: QUEUES,
  connections: new Map([[SHOP, { queueIds: QUEUES }]]),
}

interface Desk {
  counted: CountedTable
  table: TenantTable
  tickets: number
  next: number
}

type Work = (desk: Desk) => Promise<unknown>

/** What attendants do, each once. */
const WORKS: Record<string, Work> = {
  'list, an agent’s own': ({ table }) => firstPage(table, 'atendendo', AGENT, false),
  'list, all that wait': ({ table }) => firstPage(table, 'aguardando', ADMIN, true),
  'list, all open': ({ table }) => firstPage(table, 'atendendo', ADMIN, true),
  'counters of an agent': ({ table }) => counters(table, AGENT),
  'conversation of 30': ({ table }) => pageOfMessages(table, SHOP, numberOf(0), { limit: 30 }),
  'search, a word of every message': ({ table }) => searchAs(ADMIN, table, 'atendimento'),
  'search, the same by an agent': ({ table }) => searchAs(AGENT, table, 'atendimento'),
  'search, two words': ({ table }) => searchAs(ADMIN, table, 'atend produto17'),
  'search, a rare word': ({ table }) => searchAs(ADMIN, table, 'pedido7'),
  'accept a ticket': (desk) => accept(desk),
  'a text of eight words': (desk) => writeText(desk.table, desk.next++),
}

/**
 * Time and DynamoDB units of what attendants do, for a company with few live tickets and one with many (part 4 §13): the
 * ratio is to stay under 1.5.
 */
export async function benchDesk(size: Size): Promise<void> {
  const { few, many } = SIZES[size]
  const dynamodb = await startEmulator()
  try {
    await dynamodb.createTable(TABLE)
    const table = new DynamoTable(TABLE, dynamodb.client)
    const desks: Desk[] = []
    for (const [tickets, messages] of [
      [few, SEARCHED[size].few],
      [many, SEARCHED[size].many],
    ] as const) {
      const companyId = `WITH-${tickets}`
      await fill(new TenantTable(table, companyId), tickets, messages)
      const counted = await CountedTable.open(dynamodb.address, TABLE, companyId)
      desks.push({ counted, table: counted.table, tickets, next: tickets })
    }
    const columns = [few, many].map((count) => `${count} live`.padEnd(30))
    console.log(`\n${'desk: ms, read and write units'.padEnd(32)} ${columns.join(' ')} ms ratio`)
    for (const [what, work] of Object.entries(WORKS)) await compare(what, work, desks, REPEATS[size])
    for (const { counted } of desks) await counted.stop()
  } finally {
    await dynamodb.stop()
  }
}

/** Takes turns, so that both sides meet the same machine. */
async function compare(what: string, work: Work, desks: readonly Desk[], repeats: number): Promise<void> {
  const times = desks.map((): number[] => [])
  const units = desks.map(() => ({ read: 0, write: 0 }))
  for (let run = 0; run < repeats; run++) {
    for (const [index, desk] of desks.entries()) {
      const begun = performance.now()
      units[index] = await desk.counted.unitsOf(() => work(desk))
      times[index]?.push(performance.now() - begun)
    }
  }
  const [few = 0, many = 0] = times.map(median)
  const sides = times.map((each, index) => {
    const { read = 0, write = 0 } = units[index] ?? {}
    return `${median(each).toFixed(1)} ms  ${read} r  ${write} w`.padEnd(30)
  })
  console.log(`${what.padEnd(32)} ${sides.join(' ')} ${(many / few).toFixed(2)} ×`)
}

async function firstPage(table: TenantTable, tab: TicketTab, viewer: TicketActor, all: boolean) {
  const { rows } = await pageOfDesk(table, deskView(tab, { all }, viewer, PLAN), undefined, PAGE_SIZE)
  return ticketsOfRows(table, rows)
}

const counters = (table: TenantTable, viewer: TicketActor) =>
  Promise.all(
    (['atendendo', 'aguardando'] as const).map((tab) =>
      countDesk(table, countedView(tab, viewer, PLAN), (card) => isOwn(card, viewer), COUNTED_UP_TO),
    ),
  )

/** The part of a search that looks in messages. */
function searchAs(viewer: TicketActor, table: TenantTable, typed: string) {
  const sees = (ticket: StoredTicket) => canSee(viewer, sightOf(ticket, QUEUES))
  return findMessages({ table, sees, seesHistory: true }, wantedWords(typed).words)
}

async function accept(desk: Desk): Promise<void> {
  const { table } = desk
  const ticket = aTicket({ whatsappId: SHOP, chat: numberOf(desk.next++), queueId: 'queue-1' })
  await writeTicket(table, undefined, ticket)
  const before = await liveTicket(table, SHOP, ticket.chat)
  if (!before) throw new Error('The ticket is missing')
  const after = applyChange(before, { kind: 'open' }, AGENT, QUEUES, new Date(NOON).toISOString())
  if (!(await writeTicket(table, before, after))) throw new Error('The ticket was not accepted')
}

/** A message into a live ticket. */
async function writeText(table: TenantTable, number: number): Promise<void> {
  const at = NOON + number * 1000
  const event: InboundMessage = {
    kind: 'message',
    companyId: table.companyId,
    connectionId: SHOP,
    person: { number: numberOf(0) },
    fromMe: false,
    messageId: `M${number}`,
    timestamp: at / 1000,
    at,
    content: { type: 'text', text: EIGHT_WORDS },
    original: 'CgA=',
  }
  await arrives(table, event)
}

const numberOf = (index: number): string => `55119${String(70_000_000 + index)}`

/** Half of the tickets wait in queues, half are open; the first has a conversation. All have messages to be searched. */
async function fill(table: TenantTable, count: number, searched: number): Promise<void> {
  const { companyId } = table
  await putCompany(table, aCompany({ id: companyId }))
  for (const [index, id] of QUEUES.entries())
    await putTicketQueue(table, aTicketQueue({ companyId, id, name: id, color: `#00000${index}` }))
  await putConnection(table, aConnection({ companyId, id: SHOP, queueIds: QUEUES }))
  const tickets: StoredTicket[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => ticketAt(from + at))
    await Promise.all(some.map((ticket) => writeTicket(table, undefined, ticket)))
    tickets.push(...some)
  }
  for (let from = 0; from < searched; from += AT_ONCE)
    await storeMessages(
      table,
      Array.from({ length: Math.min(AT_ONCE, searched - from) }, (_, at) =>
        messageAt(from + at, tickets[(from + at) % tickets.length]),
      ),
    )
  for (let message = 0; message < MESSAGES; message++) await writeText(table, message)
}

function ticketAt(index: number) {
  const lastAt = new Date(NOON - index * 1000).toISOString()
  const queueId = QUEUES[index % QUEUES.length] ?? null
  const place = { whatsappId: SHOP, chat: numberOf(index), lastAt, waitingSince: lastAt, queueId }
  if (index % 2 === 0) return aTicket(place)
  return aTicket({ ...place, status: 'open', userId: USERS[index % USERS.length] ?? null })
}

/** Its words: one of every message, one of a thousand, and a rare one. */
function messageAt(index: number, ticket: StoredTicket | undefined): StoredMessage {
  const { id: ticketId = '', chat = '' } = ticket ?? {}
  const at = new Date(NOON - 3_600_000 - index * 1000).toISOString()
  const text = `Sobre o atendimento: produto${index % 1000}, pedido${index}`
  return aMessage({ connectionId: SHOP, chat, ticketId, at, content: { type: 'text', text } })
}

async function storeMessages(table: TenantTable, messages: readonly StoredMessage[]): Promise<void> {
  await table.putMany(messages.map((message) => ({ ...message, ...messageKey(message) })))
  await table.putMany(
    messages.map((message) => ({ ...placeKey(SHOP, message), chat: message.chat, at: message.at })),
  )
  await indexWords(table, messages)
}
