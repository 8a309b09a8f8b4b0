import { type TicketTab, ticketTab } from '@recado/shared/tickets/contract/ticket'
import * as z from 'zod'
import type { TicketView } from './ticket-view.ts'

const text = z.string().min(1).optional().catch(undefined)

/** Search parameters of the pages of tickets. Lists of ids are separated by commas. */
export const ticketsSearch = z.object({
  tab: ticketTab.optional().catch(undefined),
  scope: z.enum(['mine', 'all']).optional().catch(undefined),
  queueIds: text,
  userId: text,
  tagIds: text,
  whatsappId: text,
  campaignId: text,
  unread: z.literal('true').optional().catch(undefined),
  /** What is searched for. The results stand over the list. */
  q: text,
  /** Whether only the open conversation is searched. */
  within: z.literal('true').optional().catch(undefined),
  /** The id of the message that the open conversation shows first. */
  message: text,
})
export type TicketsSearch = z.infer<typeof ticketsSearch>

/** What is searched for, and where. */
export type Find = Pick<TicketsSearch, 'q' | 'within'>

/** Whether a tab shows all tickets: waiting tickets are everybody's, so that tab starts with all. */
export const showsAll = (tab: TicketTab, scope: TicketsSearch['scope']): boolean =>
  tab === 'grupos' || (scope ?? (tab === 'aguardando' ? 'all' : 'mine')) === 'all'

export function viewOf(search: TicketsSearch): TicketView {
  const { tab = 'atendendo', scope, queueIds, userId, tagIds, whatsappId, campaignId, unread } = search
  return {
    tab,
    all: showsAll(tab, scope),
    queueIds: idsIn(queueIds),
    ...(userId && { userId }),
    tagIds: idsIn(tagIds),
    ...(whatsappId && { whatsappId }),
    ...(campaignId && { campaignId }),
    unread: unread === 'true',
  }
}

export const idsIn = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? []

/** How many filters are set, the tab and the switch aside. */
export const filterCount = (search: TicketsSearch): number => {
  const { queueIds, userId, tagIds, whatsappId, campaignId, unread } = search
  return [queueIds, userId, tagIds, whatsappId, campaignId, unread].filter(Boolean).length
}
