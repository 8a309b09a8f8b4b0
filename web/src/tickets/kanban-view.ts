import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { isOnKanban, placeInStage, stageOf } from '@recado/shared/tickets/rules/stages'
import * as z from 'zod'
import { isOfAttendant, passesFilters, ticketView } from './ticket-view.ts'

/** The contents of a kanban column: its tag, own tickets or all, and the filters. */
export const kanbanView = ticketView.omit({ tab: true }).extend({
  /** null: tickets without the tag of any column. */
  stage: z.string().nullable(),
  /** The tags of all columns, in their order. */
  stageIds: z.array(z.string()),
})
export type KanbanView = z.infer<typeof kanbanView>

/** Whether a ticket that the user may see belongs into a column. The server selects by the same rules. */
export const isInStage = (ticket: Ticket, view: KanbanView, me: string): boolean =>
  isOnKanban(ticket) &&
  stageOf(ticket, view.stageIds) === view.stage &&
  isOfAttendant(ticket, view, me) &&
  passesFilters(ticket, view)

/** Negative if `one` stands above `other`. */
export const compareInStage = (one: Ticket, other: Ticket): number =>
  placeInStage(one) < placeInStage(other) ? -1 : 1
