import { Apart } from '../../apart.ts'
import { getConnection } from '../../connections/store.ts'
import { isChatBlocked } from '../../contact-blocks/store.ts'
import { commandMessage } from '../../conversations/write.ts'
import type { Queues } from '../../queues/queues.ts'
import { indexWords } from '../../search/word-rows.ts'
import { allPartitions, type DeskDueRow, deskDueIndex } from '../../table/indexes.ts'
import { allRows, type Table } from '../../table/table.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { TicketWatchers } from '../live/watchers.ts'
import { LATE_MS } from '../rules/late.ts'
import { isOffered } from '../rules/offer.ts'
import { timeIsUp } from '../rules/time-is-up.ts'
import { loadDeskRules } from '../store/load-desk-rules.ts'
import { getTicket } from '../store/tickets.ts'
import { getsAutomaticTexts, type SendingState } from './automatic-texts.ts'
import { changeBySystem } from './changes.ts'
import { inCompanyTurns } from './company-turns.ts'

interface TimerPorts {
  table: Table
  queues: Pick<Queues, 'command' | 'send'>
  /** Of a company. */
  ticketWatchers(companyId: string): TicketWatchers & SendingState
  /** Milliseconds since 1970. */
  now(): number
}

/** Schedules due within this time, in milliseconds, are queued with the exact delay. Longer than between two sweeps. */
const AHEAD_MS = 30_000
/** A sweep rings timers for this long, in milliseconds: its function has 50 seconds, and looks after campaigns too. */
const RINGS_FOR_MS = 20_000
/** Companies whose timers ring at the same time. Most of the time of a timer is waiting for the table. */
const AT_ONCE = 10

/**
 * Looks at all tickets whose time has come: see {@link timeIsUp}. A ticket whose offer ran out is offered to the next
 * attendant. Schedules are queued for their second. Companies take turns.
 * @returns how many timers and schedules are left for the next sweep
 * @throws what failed, after everything else was done
 */
export async function sweepTimers(ports: TimerPorts): Promise<number> {
  const begunAt = ports.now()
  const apart = new Apart()
  const left = await inCompanyTurns(await allDue(ports), {
    atOnce: AT_ONCE,
    goesOn: () => ports.now() < begunAt + RINGS_FOR_MS,
    work: (due) => apart.try(() => ring(ports, due)),
  })
  apart.end()
  return left
}

async function allDue({ table, now }: TimerPorts): Promise<DeskDueRow[]> {
  // '~' sorts after every character of an index key, so the whole instant is included.
  const upTo = `${new Date(now() + AHEAD_MS).toISOString()}~`
  const due: DeskDueRow[] = []
  for (const part of allPartitions)
    for await (const row of allRows(table, { pk: deskDueIndex.pk(part), upTo, consistent: true }))
      due.push(row)
  return due
}

async function ring(ports: TimerPorts, { companyId, ticketId, scheduleId, at }: DeskDueRow): Promise<void> {
  const wait = Math.max(0, Date.parse(at) - ports.now())
  if (scheduleId)
    return ports.queues.send('schedules', { companyId, scheduleId, dueAt: at }, Math.ceil(wait / 1000))
  if (ticketId && wait === 0) await ringTimer(ports, { companyId, ticketId, at })
}

interface Timer {
  companyId: string
  ticketId: string
  at: string
}

async function ringTimer(ports: TimerPorts, { companyId, ticketId, at }: Timer): Promise<void> {
  const watchers = ports.ticketWatchers(companyId)
  const { table } = watchers
  const ticket = await getTicket(table, ticketId)
  // Left behind by a deleted company or ticket.
  if (ticket?.timerAt !== at) return table.transact([{ index: deskDueIndex.delete(at, companyId, ticketId) }])
  if (isOffered(ticket) && watchers.offer) return watchers.offer(ticket)
  const [rules, isTold] = await Promise.all([
    loadDeskRules(table, ticket.whatsappId, ports.now()),
    ports.now() > Date.parse(at) + LATE_MS ? false : isToldOfSilence(watchers, ticket),
  ])
  const said = await changeBySystem(watchers, ticketId, (found) =>
    found.timerAt === at ? timeIsUp(found, rules, ports.now(), !isTold) : undefined,
  )
  if (!said) return
  await commandMessage(ports.queues, companyId, said)
  await indexWords(table, [said])
}

/**
 * Whether the customer is told that their silence ends the ticket. If not, it ends without a word (part 4 §4, row 10).
 * Blocked contacts are not told (part 4 §5). The timers of other tickets tell customers nothing.
 */
async function isToldOfSilence(
  watchers: TicketWatchers & SendingState,
  ticket: StoredTicket,
): Promise<boolean> {
  const { table } = watchers
  if (ticket.status !== 'open' || ticket.snoozedUntil) return false
  const [connection, isBlocked] = await Promise.all([
    getConnection(table, ticket.whatsappId),
    isChatBlocked(table, ticket.chat),
  ])
  return !isBlocked && getsAutomaticTexts(table, connection, ticket, watchers)
}
