import { byName } from '@recado/shared/by-name'
import { addUp } from '@recado/shared/desk-report/add-up'
import { factsOfDays } from '@recado/shared/desk-report/period'
import { cardsOfFigure, presentOf } from '@recado/shared/desk-report/present'
import { type DeskReport, FORGOTTEN_SHOWN, type ReportQuery } from '@recado/shared/desk-report/report'
import { loadReportHours, type ReportHours } from '@recado/shared/desk-report/report-hours'
import { firstOf } from '@recado/shared/first-of'
import type { Actor } from '@recado/shared/sessions/session'
import type { Row } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ticketsOfRows } from '@recado/shared/tickets/store/tickets'
import { allUsers, type StoredUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { onlineAmong } from '../realtime/online.ts'
import { requireKnown, type WantedReport, wantedReport } from './wanted-report.ts'

/** The company's hours, and its users by name. */
interface Basis {
  hours: ReportHours
  users: Row<StoredUser>[]
}

async function basisOf(table: TenantTable): Promise<Basis> {
  const [hours, users] = await Promise.all([loadReportHours(table), allUsers(table)])
  return { hours, users: users.toSorted(byName) }
}

/**
 * The figures of customer service: of the present moment, and of days of the company's calendar (part 4 §11, §16).
 * @throws DomainError any of the route's
 */
export async function get(actor: Actor, query: ReportQuery): Promise<DeskReport> {
  const wanted = wantedReport(actor, query)
  await requireKnown(actor, wanted.filter)
  const table = tableOf(actor.companyId)
  const basis = await basisOf(table)
  const [counted, present] = await Promise.all([
    figuresOf(table, wanted, basis),
    presentIn(table, wanted, basis),
  ])
  return { ...present, ...counted }
}

/** The figures of the days alone. @throws DomainError any of the route's */
export async function figures(actor: Actor, query: ReportQuery): Promise<Pick<DeskReport, 'period' | 'by'>> {
  const wanted = wantedReport(actor, query)
  await requireKnown(actor, wanted.filter)
  const table = tableOf(actor.companyId)
  return figuresOf(table, wanted, await basisOf(table))
}

/** A call counts days for so long (ms): API Gateway waits 29 seconds for its answer. */
const COUNTING_MS = 15_000

async function figuresOf(
  table: TenantTable,
  { filter, ...range }: WantedReport,
  { hours, users }: Basis,
): Promise<Pick<DeskReport, 'period' | 'by'>> {
  const now = ports.now()
  const days = await factsOfDays(table, hours, range, now, () => ports.now() - now < COUNTING_MS)
  return addUp(days, filter, hours, users)
}

async function presentIn(
  table: TenantTable,
  { filter }: WantedReport,
  { hours, users }: Basis,
): Promise<Pick<DeskReport, 'now' | 'forgotten'>> {
  const people = users.filter(({ id }) => filter.userId === undefined || filter.userId === id)
  const [present, online] = await Promise.all([
    presentOf(table, filter),
    onlineAmong(table.companyId, people),
  ])
  const forgotten = cardsOfFigure(present, 'forgotten', hours, ports.now())
  return {
    now: {
      waiting: present.waiting.length,
      longestWaitSince: present.waiting[0]?.waitingSince ?? null,
      open: people.map(({ id: userId, name }) => ({
        userId,
        name,
        open: present.open.filter((card) => card.userId === userId).length,
        online: online.has(userId),
      })),
    },
    forgotten: (await ticketsOfRows(table, firstOf(forgotten, FORGOTTEN_SHOWN))).map(shownTicket),
  }
}
