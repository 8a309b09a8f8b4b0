import { localDay } from '../calendar/open-time.ts'
import { firstOf } from '../first-of.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { StoredTicket } from '../tickets/contract/stored-ticket.ts'
import type { ReportEntry } from '../tickets/rules/report-entries.ts'
import { ticketsOfRows } from '../tickets/store/tickets.ts'
import { passes, type ReportFilter } from './add-up.ts'
import { type Fact, factOf, storedFact } from './day-facts.ts'
import { entriesIn } from './entries.ts'
import { isWithin } from './figures.ts'
import { cardsOfFigure, orderOf, presentOf } from './present.ts'
import type { PeriodFigure, PresentFigure } from './report.ts'
import type { ReportHours } from './report-hours.ts'

interface Page {
  position: string | undefined
  limit: number
}

interface TicketPage {
  rows: StoredTicket[]
  /** The position of the next page. */
  after?: string
}

const KIND_OF: { [F in PeriodFigure]: ReportEntry['kind'] } = {
  opened: 'opened',
  answered: 'opened',
  met: 'opened',
  missed: 'opened',
  reopened: 'reopened',
  closed: 'closed',
  asked: 'closed',
  rated: 'closed',
}

/** Whether a fact of the figure's kind is one that the figure counts. */
function counts(figure: PeriodFigure, { seconds, isAsked, rate }: Fact, target: number | null): boolean {
  switch (figure) {
    case 'answered':
      return seconds !== undefined
    case 'met':
      return seconds !== undefined && isWithin(seconds, target)
    case 'missed':
      return seconds !== undefined && target !== null && !isWithin(seconds, target)
    case 'asked':
      return isAsked
    case 'rated':
      return rate !== undefined
    default:
      return true
  }
}

/** Days with their filters, as a figure of the period counts them. */
interface Wanted {
  figure: PeriodFigure
  from: string
  to: string
  /** Only of this hour of the local day. */
  hour?: number | undefined
  filter: ReportFilter
}

/** The tickets that a figure of a period counts, the latest first. */
export async function ticketsOfPeriod(
  table: TenantTable,
  hours: ReportHours,
  { figure, from, to, hour, filter }: Wanted,
  { position, limit }: Page,
): Promise<TicketPage> {
  const stretch = { from: localDay(from, hours.timeZone).from, to: localDay(to, hours.timeZone).to }
  const rows: StoredTicket[] = []
  let last: string | undefined
  const found = entriesIn(table, KIND_OF[figure], stretch, { descending: true, position })
  for await (const { ticket, entry, position: place } of found) {
    if (!passes(entry, filter)) continue
    const fact = factOf(storedFact(entry, hours))
    if (hour !== undefined && fact.hour !== hour) continue
    if (!counts(figure, fact, hours.targetOf(entry.queueId))) continue
    if (rows.length === limit) return { rows, ...(last !== undefined && { after: last }) }
    rows.push(ticket)
    last = place
  }
  return { rows }
}

/** The tickets that a figure of the present moment counts, the longest waiting first. @param now milliseconds since 1970 */
export async function ticketsOfPresent(
  table: TenantTable,
  hours: ReportHours,
  { figure, filter }: { figure: PresentFigure; filter: ReportFilter },
  now: number,
  { position, limit }: Page,
): Promise<TicketPage> {
  const all = cardsOfFigure(await presentOf(table, filter), figure, hours, now)
  const behind = all
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .filter((card) => position === undefined || orderOf(card) > position)
  const cards = firstOf(behind, limit)
  const last = cards.at(-1)
  return {
    rows: await ticketsOfRows(table, cards),
    ...(behind.length > limit && last && { after: orderOf(last) }),
  }
}
