import * as z from 'zod'
import { ticketsSearch, viewOf } from '../search.ts'
import type { TicketView } from '../ticket-view.ts'

/** Search parameters of the kanban: the filters of the list, and on a phone the column in view. */
export const kanbanSearch = ticketsSearch
  .pick({
    scope: true,
    queueIds: true,
    userId: true,
    tagIds: true,
    whatsappId: true,
    campaignId: true,
    unread: true,
  })
  .extend({ stage: z.string().min(1).optional().catch(undefined) })
export type KanbanSearch = z.infer<typeof kanbanSearch>

/** The filters of all columns. The kanban starts with all tickets. */
export function filtersIn({ stage: _, scope = 'all', ...filters }: KanbanSearch): Omit<TicketView, 'tab'> {
  const { tab: __, ...view } = viewOf({ ...filters, scope })
  return view
}
