import { firstOf } from '../../first-of.ts'
import { allRows } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { COUNTED_UP_TO } from '../contract/ticket.ts'
import type { Viewer } from '../rules/sight.ts'
import { placeInStage, stageOf } from '../rules/stages.ts'
import { type DeskPlan, isCounted, isWantedBy, type TicketFilters } from './desk-views.ts'
import {
  ALL_OPEN,
  ALL_PENDING,
  ALL_SNOOZED,
  DESK,
  type DeskCard,
  openOf,
  pendingFor,
  snoozedOf,
} from './ticket-lists.ts'

/** A column of the kanban. */
export interface Stage {
  /** null for tickets without the tag of any column. */
  tagId: string | null
  /** The tags of all columns, in their order. */
  stageIds: readonly string[]
}

interface KanbanPage {
  rows: DeskCard[]
  /** Exact up to {@link COUNTED_UP_TO}. */
  count: number
  after?: string
}

/**
 * A page of the tickets in one column, and how many there are. A column has no list of its own: the live tickets of the
 * user, or of the company, are read and sorted.
 * @param position the place of the last ticket of the page before
 */
export async function pageOfStage(
  table: TenantTable,
  { tagId, stageIds }: Stage,
  filters: TicketFilters,
  viewer: Viewer,
  plan: Pick<DeskPlan, 'connections'>,
  position: string | undefined,
  limit: number,
): Promise<KanbanPage> {
  const isWanted = isWantedBy(filters, viewer, plan)
  const isInStage = (card: DeskCard) => stageOf(card, stageIds) === tagId && isCounted(card) && isWanted(card)
  const lists = listsOf(filters, viewer)
  const found = await Promise.all(lists.map((list) => cardsIn(table, list, tagId, isInStage)))
  const placed = found
    .flat()
    .map((card) => ({ card, place: placeInStage(card) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
  const behind = placed.filter(({ place }) => position === undefined || place > position)
  const rows = firstOf(behind, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ card }) => card),
    count: Math.min(placed.length, COUNTED_UP_TO + 1),
    ...(behind.length > limit && last && { after: last.place }),
  }
}

/** The lists of one attendant, or the ranges over those of all. */
function listsOf({ all, userId }: TicketFilters, viewer: Viewer): string[] {
  const attendant = userId ?? (all ? undefined : viewer.userId)
  if (!attendant) return [ALL_OPEN, ALL_PENDING, ALL_SNOOZED]
  return [openOf(attendant), pendingFor(attendant), snoozedOf(attendant)]
}

/** @param tagId the table leaves out cards without it: of a large desk, most of the time goes into the cards' JSON */
async function cardsIn(
  table: TenantTable,
  list: string,
  tagId: string | null,
  isWanted: (card: DeskCard) => boolean,
): Promise<DeskCard[]> {
  const cards: DeskCard[] = []
  const filter = tagId === null ? undefined : { tagIds: { contains: tagId } }
  const query = { pk: DESK, prefix: `${list}#`, consistent: true, ...(filter && { filter }) }
  for await (const card of allRows(table, query)) if (isWanted(card)) cards.push(card)
  return cards
}
