import { descendingTime } from '../../descending-time.ts'
import type { Ticket } from '../contract/ticket.ts'
import { inTriage } from './machine.ts'

/** The fields that decide whether the kanban shows a ticket. */
type OnKanban = Pick<Ticket, 'status' | 'isGroup' | 'bot' | 'queueId'>

/**
 * Whether a ticket has a card on the kanban: every pending and open ticket of one person. A ticket in the menu of queues
 * has none yet: it counts nowhere (part 4 §16).
 */
export const isOnKanban = (ticket: OnKanban): boolean =>
  ticket.status !== 'closed' && !ticket.isGroup && !inTriage(ticket)

/**
 * The one column that a ticket stands in: the first of its tags that is a column.
 * @param stageIds the tags that are columns, in their order
 * @returns null for the column of tickets without any of them
 */
export const stageOf = ({ tagIds }: Pick<Ticket, 'tagIds'>, stageIds: readonly string[]): string | null =>
  stageIds.find((id) => tagIds.includes(id)) ?? null

/** The tags of a ticket that moves to a column. A ticket has one column: it leaves the others. */
export function tagsInStage(
  { tagIds }: Pick<Ticket, 'tagIds'>,
  stageIds: readonly string[],
  stage: string | null,
): string[] {
  const others = tagIds.filter((id) => !stageIds.includes(id))
  return stage === null ? others : [...others, stage]
}

/**
 * The place of a ticket in its column, as a text to sort by: first the longest waiting customers, then the newest messages.
 * Answering moves a card; further messages of a waiting customer do not.
 */
export function placeInStage({
  id,
  waitingSince,
  lastAt,
}: Pick<Ticket, 'id' | 'waitingSince'> & { lastAt?: string | undefined }): string {
  if (waitingSince) return `0#${waitingSince}#${id}`
  const moment = Date.parse(lastAt ?? '') || 0
  return `1#${descendingTime(moment)}#${id}`
}
