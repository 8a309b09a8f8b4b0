import type { TicketQuery, TicketTab } from '../contract/ticket.ts'
import { inTriage } from '../rules/machine.ts'
import { canSee, sightOf, type Viewer } from '../rules/sight.ts'
import type { DeskView } from './desk-pages.ts'
import {
  ALL_CLOSED,
  closedIn,
  closedOf,
  DESK,
  DESK_CLOSED,
  type DeskCard,
  GROUPS,
  openOf,
  pendingFor,
  pendingIn,
  snoozedOf,
} from './ticket-lists.ts'

/** What a desk consists of: its people, its queues, and the queues of each connection. */
export interface DeskPlan {
  userIds: readonly string[]
  queueIds: readonly string[]
  connections: ReadonlyMap<string, { queueIds: readonly string[] }>
}

export type TicketFilters = Pick<
  TicketQuery,
  'all' | 'queueIds' | 'userId' | 'tagIds' | 'whatsappId' | 'unread' | 'campaignId'
>

/** The lists and the filter that show a tab to a user. */
export function deskView(tab: TicketTab, filters: TicketFilters, viewer: Viewer, plan: DeskPlan): DeskView {
  return {
    partition: tab === 'resolvidos' ? DESK_CLOSED : DESK,
    lists: listsOf(tab, filters, viewer, plan),
    // The longest waiting first, and the first to come back; elsewhere the newest.
    descending: tab !== 'aguardando' && tab !== 'adiados',
    isWanted: isWantedBy(filters, viewer, plan),
  }
}

/** Whether a user may see a ticket, and it passes the filters. */
export function isWantedBy(
  filters: TicketFilters,
  viewer: Viewer,
  { connections }: Pick<DeskPlan, 'connections'>,
) {
  return (card: DeskCard): boolean =>
    canSee(viewer, sightOf(card, connections.get(card.whatsappId)?.queueIds ?? [])) && passes(card, filters)
}

/** Tickets in the menu of queues (part 4 §16) and muted groups (§5) stand in the list, and count nowhere. */
export const isCounted = (card: DeskCard): boolean => !inTriage(card) && !card.group?.muted

function listsOf(
  tab: TicketTab,
  { all, userId }: TicketFilters,
  viewer: Viewer,
  { userIds, queueIds }: DeskPlan,
): readonly string[] {
  const attendants = userId ? [userId] : all ? userIds : [viewer.userId]
  const queues = [...(viewer.seesAll ? queueIds : viewer.queueIds), null]
  switch (tab) {
    case 'atendendo':
      return attendants.map(openOf)
    case 'adiados':
      return attendants.map(snoozedOf)
    case 'aguardando':
      return all && !userId
        ? [...queues.map(pendingIn), ...userIds.map(pendingFor)]
        : attendants.map(pendingFor)
    case 'resolvidos':
      if (!all || userId) return attendants.map(closedOf)
      return viewer.seesAll ? [ALL_CLOSED] : [...queues.map(closedIn), closedOf(viewer.userId)]
    case 'grupos':
      return [GROUPS]
  }
}

function passes(
  card: DeskCard,
  { queueIds, userId, tagIds, whatsappId, unread, campaignId }: TicketFilters,
): boolean {
  const its = card.isGroup ? (card.group?.queueIds ?? []) : card.queueId ? [card.queueId] : []
  if (queueIds && !its.some((queueId) => queueIds.includes(queueId))) return false
  if (userId && !card.isGroup && card.userId !== userId && card.preferredUserId !== userId) return false
  if (tagIds && !card.tagIds.some((tagId) => tagIds.includes(tagId))) return false
  if (whatsappId && card.whatsappId !== whatsappId) return false
  if (campaignId && card.campaignId !== campaignId) return false
  return !unread || card.unread > 0
}
