import { allRows } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { isCounted } from '../tickets/store/desk-views.ts'
import { ALL_OPEN, ALL_PENDING, ALL_SNOOZED, DESK, type DeskCard } from '../tickets/store/ticket-lists.ts'
import { passes, type ReportFilter } from './add-up.ts'
import type { PresentFigure } from './report.ts'
import type { ReportHours } from './report-hours.ts'

const MINUTE_MS = 60_000

/** A live ticket whose customer waits. */
type WaitingTicket = DeskCard & { waitingSince: string }

/** The live tickets of the present moment. */
export interface Present {
  /** The longest waiting first. */
  waiting: WaitingTicket[]
  /** Tickets that their attendant attends to; not those that are put off. */
  open: DeskCard[]
}

/** Reads the cards of all live tickets. Groups count nowhere, nor do tickets in the menu (part 4 §5 and §16). */
export async function presentOf(table: TenantTable, filter: ReportFilter): Promise<Present> {
  const [open, pending, snoozed] = await Promise.all(
    [ALL_OPEN, ALL_PENDING, ALL_SNOOZED].map((list) => cardsOf(table, list, filter)),
  )
  const live = [...(open ?? []), ...(pending ?? []), ...(snoozed ?? [])]
  const waiting = live
    .filter((card): card is WaitingTicket => card.waitingSince !== null)
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return { waiting, open: open ?? [] }
}

async function cardsOf(table: TenantTable, list: string, filter: ReportFilter): Promise<DeskCard[]> {
  const cards: DeskCard[] = []
  for await (const card of allRows(table, { pk: DESK, prefix: `${list}#`, consistent: true }))
    if (isCounted(card) && passes(card, filter)) cards.push(card)
  return cards
}

/** The longest waiting first; then in the order of their ids. */
export const orderOf = ({ waitingSince, id }: Pick<DeskCard, 'waitingSince' | 'id'>): string =>
  `${waitingSince ?? '~'}#${id}`

/**
 * The cards of a number of the present moment. A ticket is forgotten if its customer waits longer than the target of its
 * queue, by the clock as in the list of tickets: at night too. Without a target no ticket counts as forgotten.
 * @param now milliseconds since 1970
 */
export function cardsOfFigure(
  { waiting, open }: Present,
  figure: PresentFigure,
  hours: ReportHours,
  now: number,
): DeskCard[] {
  if (figure === 'waiting') return waiting
  if (figure === 'open') return open
  return waiting.filter(({ queueId, waitingSince }) => {
    const target = hours.targetOf(queueId)
    return target !== null && now - Date.parse(waitingSince) > target * MINUTE_MS
  })
}
