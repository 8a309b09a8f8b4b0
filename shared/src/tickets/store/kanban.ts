import { firstOf } from '../../first-of.ts'
import type { StorePage } from '../../http/cursors.ts'
import { allRows } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
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

/** A column of the kanban: its tag, or null for tickets without the tag of any column. */
export type Stage = string | null

/** The tickets of each wanted column, the longest waiting first. */
export type Stages = ReadonlyMap<Stage, readonly DeskCard[]>

/**
 * Reads columns. A column has no list of its own: the live tickets of the user, or of the company, are read once, and
 * sorted.
 * @param stageIds the tags of all columns, in their order
 */
export async function readStages(
  table: TenantTable,
  stages: readonly Stage[],
  stageIds: readonly string[],
  filters: TicketFilters,
  viewer: Viewer,
  plan: Pick<DeskPlan, 'connections'>,
): Promise<Stages> {
  const isWanted = isWantedBy(filters, viewer, plan)
  const [only = null, ...others] = stages
  const tagId = others.length === 0 ? only : null
  const found = await Promise.all(listsOf(filters, viewer).map((list) => cardsIn(table, list, tagId)))
  const cards = found.flat().filter((card) => isCounted(card) && isWanted(card))
  const byStage = Map.groupBy(cards, (card) => stageOf(card, stageIds))
  return new Map(stages.map((stage) => [stage, inOrder(byStage.get(stage) ?? [])]))
}

/**
 * A page of a column.
 * @param position the place of the last ticket of the page before
 */
export function pageOfStage(
  cards: readonly DeskCard[],
  position: string | undefined,
  limit: number,
): StorePage<DeskCard> {
  const behind = position === undefined ? cards : cards.filter((card) => placeInStage(card) > position)
  const rows = firstOf(behind, limit)
  const last = rows.at(-1)
  return { rows, ...(behind.length > limit && last && { after: placeInStage(last) }) }
}

const inOrder = (cards: readonly DeskCard[]): DeskCard[] =>
  cards
    .map((card) => ({ card, place: placeInStage(card) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ card }) => card)

/** The lists of one attendant, or the ranges over those of all. */
function listsOf({ all, userId }: TicketFilters, viewer: Viewer): string[] {
  const attendant = userId ?? (all ? undefined : viewer.userId)
  if (!attendant) return [ALL_OPEN, ALL_PENDING, ALL_SNOOZED]
  return [openOf(attendant), pendingFor(attendant), snoozedOf(attendant)]
}

/** @param tagId the table leaves out cards without it: of a large desk, most of the time goes into the cards' JSON */
async function cardsIn(table: TenantTable, list: string, tagId: string | null): Promise<DeskCard[]> {
  const cards: DeskCard[] = []
  const filter = tagId === null ? undefined : { tagIds: { contains: tagId } }
  // Live events and polls correct a column within seconds. All lists of tickets share the throughput of this partition.
  const query = { pk: DESK, prefix: `${list}#`, consistent: false, ...(filter && { filter }) }
  for await (const card of allRows(table, query)) cards.push(card)
  return cards
}
