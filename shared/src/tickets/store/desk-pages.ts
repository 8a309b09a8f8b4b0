import { firstOf } from '../../first-of.ts'
import { allRows, type Partition, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { DeskCard } from './ticket-lists.ts'

/** Lists of the desk to be shown as one, in the order of their moments. */
export interface DeskView {
  partition: Partition<DeskCard>
  lists: readonly string[]
  descending: boolean
  isWanted(card: DeskCard): boolean
}

/** Rows of one list that are read first: a page and one more. With a filter most may be left out, so more are read next. */
const FIRST_READ = 21
const NEXT_READ = 500

/**
 * A page of several lists merged by moment. The position is the moment and the id of the last card: it is the same in
 * every list, so that a cursor does not grow with the lists.
 * @param position where the page before ended
 */
export async function pageOfDesk(
  table: TenantTable,
  view: DeskView,
  position: string | undefined,
  limit: number,
): Promise<{ rows: DeskCard[]; after?: string }> {
  const rows: DeskCard[] = []
  let last = position
  for await (const { card, place } of merged(table, view, position)) {
    if (rows.length === limit) return { rows, ...(last !== undefined && { after: last }) }
    rows.push(card)
    last = place
  }
  return { rows }
}

interface Placed {
  card: Row<DeskCard>
  /** `{moment}#{id}`. */
  place: string
}

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
  { partition, descending, isWanted }: DeskView,
  list: string,
  position: string | undefined,
): AsyncGenerator<Placed> {
  const prefix = `${list}#`
  let after = position === undefined ? undefined : `${prefix}${position}`
  let limit = FIRST_READ
  do {
    const page = await table.query({ pk: partition, prefix, after, descending, limit, consistent: true })
    for (const card of page.rows) if (isWanted(card)) yield { card, place: card.sk.slice(prefix.length) }
    after = page.after
    limit = NEXT_READ
  } while (after !== undefined)
}

/**
 * Counts the cards of some lists and their unread messages; `mine` of them are counted apart. A ticket that stands in two
 * of the lists counts once.
 */
export async function countDesk(
  table: TenantTable,
  { partition, lists, isWanted }: DeskView,
  isMine: (card: DeskCard) => boolean,
  upTo: number,
): Promise<{ tickets: number; unread: number; mine: number }> {
  const count = { tickets: 0, unread: 0, mine: 0 }
  const counted = new Set<string>()
  await Promise.all(
    lists.map(async (list) => {
      const query = { pk: partition, prefix: `${list}#`, limit: upTo + 1 }
      for await (const card of allRows(table, query)) {
        if (count.tickets > upTo) return
        if (counted.has(card.id) || !isWanted(card)) continue
        counted.add(card.id)
        count.tickets += 1
        count.unread += card.unread
        if (isMine(card)) count.mine += 1
      }
    }),
  )
  return count
}
