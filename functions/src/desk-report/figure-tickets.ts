import { type FigureQuery, isPresent } from '@recado/shared/desk-report/report'
import { loadReportHours } from '@recado/shared/desk-report/report-hours'
import { ticketsOfPeriod, ticketsOfPresent } from '@recado/shared/desk-report/tickets-of-figure'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ports, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { wantedReport } from './wanted-report.ts'

/**
 * The tickets that a figure counts. As in the report itself, a caller with the right to reports gets all of them.
 * @throws DomainError any of the route's
 */
export async function tickets(actor: Actor, query: FigureQuery) {
  const { figure, hour, cursor } = query
  const { from, to, filter } = wantedReport(actor, query)
  const table = tableOf(actor.companyId)
  const hours = await loadReportHours(table)
  const name = [actor.companyId, 'desk-report', JSON.stringify({ figure, hour, from, to, filter })]
  const load = (position: string | undefined, limit: number) =>
    isPresent(figure)
      ? ticketsOfPresent(table, hours, { figure, filter }, ports.now(), { position, limit })
      : ticketsOfPeriod(table, hours, { figure, from, to, hour, filter }, { position, limit })
  const { rows, ...end } = await pageOf(name, { cursor }, load, PAGE_SIZE)
  return { records: rows.map(shownTicket), ...end }
}
