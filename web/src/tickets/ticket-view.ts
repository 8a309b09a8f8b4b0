import { type Ticket, type TicketTab, ticketTab } from '@recado/shared/tickets/contract/ticket'
import * as z from 'zod'

/** What the list shows: a tab, one's own tickets or all, and the filters. */
export const ticketView = z.object({
  tab: ticketTab,
  all: z.boolean(),
  queueIds: z.array(z.string()),
  userId: z.string().optional(),
  tagIds: z.array(z.string()),
  whatsappId: z.string().optional(),
  campaignId: z.string().optional(),
  unread: z.boolean(),
})
export type TicketView = z.infer<typeof ticketView>

/**
 * Whether a ticket that the user may see belongs into a list. The server selects by the same rules.
 * @param me the user's id
 */
export const isInView = (ticket: Ticket, view: TicketView, me: string): boolean =>
  tabOf(ticket) === view.tab && isOfAttendant(ticket, view, me) && passesFilters(ticket, view)

/** The only tab that shows a ticket. */
export function tabOf({ status, isGroup, snoozedUntil }: Ticket): TicketTab {
  if (isGroup) return 'grupos'
  if (status === 'closed') return 'resolvidos'
  if (status === 'pending') return 'aguardando'
  return snoozedUntil ? 'adiados' : 'atendendo'
}

/** A pending ticket counts as a user's own by preference too. */
export const isOwn = ({ userId, preferredUserId }: Ticket, me: string): boolean =>
  userId === me || preferredUserId === me

type Filters = Omit<TicketView, 'tab'>

/** Whether a ticket is of the wanted attendant: of the user, of a colleague, or of anybody. */
export function isOfAttendant(ticket: Ticket, { all, userId }: Filters, me: string): boolean {
  if (ticket.isGroup) return true
  if (userId) return isOwn(ticket, userId)
  return all || isOwn(ticket, me)
}

export function passesFilters(ticket: Ticket, view: Filters): boolean {
  const { queueIds, tagIds, whatsappId, campaignId, unread } = view
  const its = ticket.isGroup ? (ticket.group?.queueIds ?? []) : [ticket.queueId]
  if (queueIds.length > 0 && !its.some((id) => id !== null && queueIds.includes(id))) return false
  if (tagIds.length > 0 && !ticket.tagIds.some((id) => tagIds.includes(id))) return false
  if (whatsappId && ticket.whatsappId !== whatsappId) return false
  if (campaignId && ticket.campaignId !== campaignId) return false
  return !unread || ticket.unread > 0
}

/** Longest waiting and next to return come first, elsewhere the newest; negative if `one` stands above `other`. */
export function compareInTab(tab: TicketTab, one: Ticket, other: Ticket): number {
  const [first, second] = [placeIn(tab, one), placeIn(tab, other)]
  const order = first < second ? -1 : first > second ? 1 : 0
  return tab === 'aguardando' || tab === 'adiados' ? order : -order
}

/** The moment that a tab is sorted by, and the id, as the server sorts. */
function placeIn(tab: TicketTab, ticket: Ticket): string {
  const { id, waitingSince, lastAt, closedAt, updatedAt, snoozedUntil } = ticket
  const moments = {
    atendendo: lastAt,
    aguardando: waitingSince ?? lastAt,
    resolvidos: closedAt ?? updatedAt,
    grupos: lastAt,
    adiados: snoozedUntil ?? lastAt,
  }
  return `${moments[tab]}#${id}`
}
