import type { Stretch } from '../calendar/open-time.ts'
import { firstIdOf } from '../ids.ts'
import type { Listed } from '../table/list-rows.ts'
import type { Page, Partition, Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { StoredTicket } from '../tickets/contract/stored-ticket.ts'
import { type ReportEntry, reportEntries } from '../tickets/rules/report-entries.ts'
import { TICKETS } from '../tickets/store/ticket-entity.ts'
import { ALL_CLOSED, DESK_CLOSED, DESK_REOPENED } from '../tickets/store/ticket-lists.ts'
import { ticketOfRow, ticketsOfRows } from '../tickets/store/tickets.ts'

/** An entry of a report with its ticket. */
export interface Found {
  ticket: StoredTicket
  entry: ReportEntry
  /** Where the next page of {@link entriesIn} begins. */
  position: string
}

/** An id is never of an earlier moment than its ticket, and of a little later one if others were made meanwhile. */
const LATE_IDS_MS = 10 * 60_000
const ROWS_AT_ONCE = 500

interface Way {
  descending?: boolean
  /** The last one before; undefined for the beginning. */
  position?: string | undefined
}

/** The entries of one kind in a stretch of time, in the order of their rows. */
export async function* entriesIn(
  table: TenantTable,
  kind: ReportEntry['kind'],
  stretch: Stretch,
  way: Way = {},
): AsyncGenerator<Found> {
  for await (const { ticket, position } of ticketsIn(table, kind, stretch, way)) {
    const entry = reportEntries(ticket).find((each) => each.kind === kind && isIn(each.at, stretch))
    if (entry) yield { ticket, entry, position }
  }
}

const isIn = (at: string, { from, to }: Stretch): boolean => Date.parse(at) >= from && Date.parse(at) < to

/** The tickets that may have an entry there. New tickets are found by their ids, which are made of the time. */
async function* ticketsIn(
  table: TenantTable,
  kind: ReportEntry['kind'],
  { from, to }: Stretch,
  way: Way,
): AsyncGenerator<Omit<Found, 'entry'>> {
  if (kind === 'opened') {
    const ids = { pk: TICKETS, after: firstIdOf(from), upTo: firstIdOf(to + LATE_IDS_MS) }
    for await (const rows of pagesOf(table, ids, way))
      for (const row of rows) yield { ticket: ticketOfRow(row), position: row.sk }
    return
  }
  const [begin, end] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const listed: Range<Listed> =
    kind === 'reopened'
      ? { pk: DESK_REOPENED, after: begin, upTo: end }
      : { pk: DESK_CLOSED, after: `${ALL_CLOSED}#${begin}`, upTo: `${ALL_CLOSED}#${end}` }
  for await (const rows of pagesOf(table, listed, way)) {
    const places = new Map(rows.map(({ id, sk }) => [id, sk]))
    for (const ticket of await ticketsOfRows(table, rows))
      yield { ticket, position: places.get(ticket.id) ?? '' }
  }
}

/** Rows between two sort keys. */
interface Range<T extends object> {
  pk: Partition<T>
  after: string
  upTo: string
}

async function* pagesOf<T extends object>(
  table: TenantTable,
  { pk, after: begin, upTo }: Range<T>,
  { descending = false, position }: Way,
): AsyncGenerator<Row<T>[]> {
  const common = { pk, descending, limit: ROWS_AT_ONCE, consistent: true }
  let after: string | undefined = position ?? (descending ? upTo : begin)
  while (after !== undefined) {
    // A query that goes backwards has no lower end: the rows before it are dropped.
    const page: Page<T> = await table.query({ ...common, after, ...(!descending && { upTo }) })
    const rows = page.rows.filter(({ sk }) => sk > begin)
    yield rows
    after = rows.length < page.rows.length ? undefined : page.after
  }
}
