import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { localDate } from '@recado/shared/calendar/local-date'
import { DAY_MS } from '@recado/shared/calendar/local-time'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { addUp } from '@recado/shared/desk-report/add-up'
import { Sum } from '@recado/shared/desk-report/figures'
import { factsOfDays } from '@recado/shared/desk-report/period'
import type { Figures } from '@recado/shared/desk-report/report'
import { loadReportHours, type ReportHours } from '@recado/shared/desk-report/report-hours'
import { ticketsOfPeriod } from '@recado/shared/desk-report/tickets-of-figure'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { startEmulator } from '../support/dynamodb.ts'
import { NOON, numberOf, SHOP } from './desk/company.ts'
import { TableExport } from './desk/export.ts'
import { PLAYED_DAYS, playedTicket, stepsOfDays } from './desk/played-days.ts'
import { importInto } from './desk/seeded.ts'
import { given, type Size } from './size.ts'

const [TABLE, COMPANY] = ['desk-report', 'PLAYED']

type Played = Parameters<typeof stepsOfDays>[0]
const SIZES: Record<Size, Played> = {
  usual: { tickets: given('DESK_REPORT_TICKETS', 50_000), messages: given('DESK_REPORT_MESSAGES', 20) },
  smallest: { tickets: 40, messages: 5 },
}
const CONVERSATIONS_AT_ONCE = 16

/**
 * The report of 92 days against a recount of every message: 50,000 tickets of 20 messages, a million in all. The figures
 * must be equal. `DESK_REPORT_TICKETS=5000 npm run bench -- desk-report` has fewer.
 */
export async function benchDeskReport(size: Size): Promise<void> {
  if (size === 'smallest') return onEmulator(':memory:', SIZES[size])
  const folder = mkdtempSync(join(tmpdir(), 'recado-desk-report-'))
  try {
    await onEmulator(await timed('seeding', () => seeded(folder, SIZES[size])), SIZES[size])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the file of a database with the played days */
async function seeded(folder: string, size: Played): Promise<string> {
  const rows = new TableExport(join(folder, 'export'), TABLE)
  for (const step of stepsOfDays(size)) {
    const memory = new MemoryTable()
    await step(new TenantTable(memory, COMPANY))
    await rows.add(memory.rows())
  }
  const database = join(folder, 'played.db')
  await importInto(database, join(folder, 'export'), await rows.end())
  return database
}

/** @param database a file; in memory the days are played first */
async function onEmulator(database: string, size: Played): Promise<void> {
  const dynamodb = await startEmulator(database)
  const table = new TenantTable(new DynamoTable(TABLE, dynamodb.client), COMPANY)
  try {
    if (database === ':memory:') {
      await dynamodb.createTable(TABLE)
      for (const step of stepsOfDays(size)) await step(table)
    }
    await compare(table, size)
  } finally {
    await dynamodb.stop()
  }
}

async function compare(table: TenantTable, { tickets, messages }: Played): Promise<void> {
  const hours = await loadReportHours(table)
  const [now, range] = [NOON + DAY_MS, rangeOf(hours)]
  console.log(`desk-report: ${tickets} tickets of ${messages} messages, ${PLAYED_DAYS} days`)
  const report = async () => addUp(await factsOfDays(table, hours, range, now), {}, hours, []).period
  const first = await timed('the first report, which counts and stores its days', report)
  const again = await timed('the same from stored days', report)
  const counted = await timed('a recount of every message', () => recount(table, hours, tickets))
  await changeOne(table, tickets)
  const later = await timed('a report after a late change of one ticket', report)
  await timed('the first tickets behind a number', () =>
    ticketsOfPeriod(
      table,
      hours,
      { figure: 'missed', ...range, filter: {} },
      { position: undefined, limit: 20 },
    ),
  )
  if (![first, again].every((each) => isDeepStrictEqual(each, counted)))
    throw new Error(`The report says ${JSON.stringify(first)}, the recount ${JSON.stringify(counted)}`)
  if (later.closed !== first.closed - 1) throw new Error('The report has not followed the change')
  console.log(`equal to the recount: ${JSON.stringify(counted)}`)
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  console.log(`${what.padEnd(52)} ${(performance.now() - begun).toFixed(0)} ms`)
  return result
}

const rangeOf = ({ timeZone }: ReportHours) => ({
  from: localDate(NOON - PLAYED_DAYS * DAY_MS, timeZone),
  to: localDate(NOON - DAY_MS, timeZone),
})

/** A ticket of the past is open again. */
async function changeOne(table: TenantTable, tickets: number): Promise<void> {
  const ticket = await getTicket(table, playedTicket(Math.floor(tickets / 2), tickets).id)
  const updatedAt = new Date(NOON + DAY_MS).toISOString()
  if (!ticket || !(await writeTicket(table, ticket, { ...ticket, status: 'open', updatedAt })))
    throw new Error('The ticket was not changed')
}

/** The figures by the messages of every conversation; a ticket only says its queue and its rate. */
async function recount(table: TenantTable, hours: ReportHours, tickets: number): Promise<Figures> {
  const sum = new Sum()
  for (let first = 0; first < tickets; first += CONVERSATIONS_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(CONVERSATIONS_AT_ONCE, tickets - first) }, (_, index) =>
        recountOne(table, hours, first + index, tickets, sum),
      ),
    )
  return sum.figures
}

async function recountOne(
  table: TenantTable,
  hours: ReportHours,
  index: number,
  tickets: number,
  sum: Sum,
): Promise<void> {
  const { queueId, rating } = playedTicket(index, tickets)
  const { rows } = await pageOfMessages(table, SHOP, numberOf(index), { after: '0', limit: 1000 })
  const [inbound, answer, end] = [
    rows.find(({ fromMe }) => !fromMe),
    rows.find(({ origin }) => origin === 'user'),
    rows.findLast(({ content }) => content.type === 'event'),
  ]
  if (!inbound || !end) throw new Error('The conversation is not whole')
  const secondsTo = (at: string) => hours.of(queueId)(Date.parse(inbound.at), Date.parse(at))
  const isAsked = rating !== null
  sum.add(
    { kind: 'opened', hour: 0, isAsked: false, ...(answer && { seconds: secondsTo(answer.at) }) },
    hours.targetOf(queueId),
  )
  const rate = rating?.rate
  sum.add({ kind: 'closed', hour: 0, isAsked, seconds: secondsTo(end.at), ...(rate && { rate }) }, null)
}
