import { firstOf } from '../../first-of.ts'
import { allRows, type Partition, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { TabCount } from '../contract/ticket.ts'
import type { DeskCard } from './ticket-lists.ts'

/** Lists of the desk to be shown as one, in the order of their moments. */
export interface DeskView {
  partition: Partition<DeskCard>
  lists: readonly string[]
  descending: boolean
  isWanted(card: DeskCard): boolean
}

/**
 * Rows that are read first of all lists together: more than a page and one more. The lists share a page, so each of many
 * lists is begun with a few rows. With a filter most rows may be left out, so more are read next.
 */
const FIRST_READ = 42
const FIRST_OF_LIST = { least: 7, most: 21 }
const GROWTH = 3
const READ_MAX = 500
/** Rows a page reads at most, so that a filter with few hits ends long before a function's time does. */
const ROWS_PER_PAGE_MAX = 5000

/**
 * A page of several lists merged by moment. The position is the moment and the id of the last card: it is the same in
 * every list, so that a cursor does not grow with the lists. A page may be short, or empty, and have a next one.
 * @param position where the page before ended
 * @param readMax rows read at most, with those that the view does not want
 * @returns `after`: the last place read
 */
export async function pageOfDesk(
  table: TenantTable,
  view: DeskView,
  position: string | undefined,
  limit: number,
  readMax = ROWS_PER_PAGE_MAX,
): Promise<{ rows: DeskCard[]; after?: string }> {
  const rows: DeskCard[] = []
  let last = position
  let read = 0
  for await (const { card, place } of merged(table, view, position)) {
    const isWanted = view.isWanted(card)
    const isFull = isWanted && rows.length === limit
    if (isFull || read === readMax) return { rows, ...(last !== undefined && { after: last }) }
    if (isWanted) rows.push(card)
    last = place
    read += 1
  }
  return { rows }
}

interface Placed {
  card: Row<DeskCard>
  /** `{moment}#{id}`. */
  place: string
}

/** The first wanted cards of several lists merged by moment, however many others stand before them. */
export async function firstOfDesk(table: TenantTable, view: DeskView, limit: number): Promise<DeskCard[]> {
  const { rows } = await pageOfDesk(table, view, undefined, limit, Number.POSITIVE_INFINITY)
  return rows
}

/** All cards of the lists, wanted or not. */
async function* merged(
  table: TenantTable,
  view: DeskView,
  position: string | undefined,
): AsyncGenerator<Placed> {
  const readers = view.lists.map((list) => cardsOf(table, view, list, position))
  const heads = await Promise.all(readers.map(async (reader) => ({ reader, next: await reader.next() })))
  const isBefore = (one: string, other: string) => (view.descending ? one > other : one < other)
  let shown: string | undefined
  for (;;) {
    let first: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.next.done) continue
      if (!first || first.next.done || isBefore(head.next.value.place, first.next.value.place)) first = head
    }
    if (!first || first.next.done) return
    // A closed ticket stands in the list of its queue and in that of its attendant.
    if (first.next.value.place !== shown) yield first.next.value
    shown = first.next.value.place
    first.next = await first.reader.next()
  }
}

/**
 * A page of all cards of a view in an order that its lists do not have. Reads all of them, up to a number.
 * @param keyOf what the cards are sorted by, ascending
 */
export async function pageOfSorted(
  table: TenantTable,
  view: DeskView,
  keyOf: (card: DeskCard) => string,
  position: string | undefined,
  limit: number,
  upTo: number,
): Promise<{ rows: DeskCard[]; after?: string }> {
  const keyed: { card: DeskCard; key: string }[] = []
  for await (const { card } of merged(table, view, undefined)) {
    if (!view.isWanted(card)) continue
    keyed.push({ card, key: keyOf(card) })
    if (keyed.length === upTo) break
  }
  keyed.sort((one, other) => (one.key < other.key ? -1 : 1))
  const behind = keyed.filter(({ key }) => position === undefined || key > position)
  const rows = firstOf(behind, limit)
  const last = rows.at(-1)
  return { rows: rows.map(({ card }) => card), ...(behind.length > limit && last && { after: last.key }) }
}

async function* cardsOf(
  table: TenantTable,
  { partition, lists, descending }: DeskView,
  list: string,
  position: string | undefined,
): AsyncGenerator<Placed> {
  const prefix = `${list}#`
  let after = position === undefined ? undefined : `${prefix}${position}`
  const { least, most } = FIRST_OF_LIST
  let limit = Math.min(most, Math.max(least, Math.ceil(FIRST_READ / lists.length)))
  do {
    const page = await table.query({ pk: partition, prefix, after, descending, limit, consistent: true })
    for (const card of page.rows) yield { card, place: card.sk.slice(prefix.length) }
    after = page.after
    limit = Math.min(READ_MAX, limit * GROWTH)
  } while (after !== undefined)
}

/** Counts the cards of a view, and their unread messages: the same for everyone who sees the view. */
export async function countDesk(
  table: TenantTable,
  { partition, lists, isWanted }: DeskView,
  upTo: number,
): Promise<TabCount> {
  const count = { tickets: 0, unread: 0, mine: 0, mineUnread: 0 }
  for (const list of lists)
    for await (const card of allRows(table, { pk: partition, prefix: `${list}#`, limit: upTo + 1 })) {
      if (count.tickets > upTo) return count
      if (!isWanted(card)) continue
      count.tickets += 1
      count.unread += card.unread
    }
  return count
}
