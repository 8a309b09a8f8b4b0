import type { ResponseOf } from '@recado/shared/http/contract'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import { searchRoutes } from '@recado/shared/search/routes'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { attendantRoutes, ticketRoutes } from '@recado/shared/tickets/contract/routes'
import type { TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { infiniteQueryOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { loadBetweenMoves } from './between-moves.ts'
import { firstPageOf, nextPageOf } from './kanban-columns.ts'
import type { KanbanView } from './kanban-view.ts'
import { ticketKeys } from './keys.ts'
import { keepingDrafts } from './saved-drafts.ts'
import type { TicketView } from './ticket-view.ts'

export type Attendant = ResponseOf<typeof attendantRoutes.listAttendants>[number]

/** Without live events the desk asks again this often (ms). */
const POLL_MS = 15_000

export function useTickets(view: TicketView) {
  const isLive = useIsLive()
  return usePagedList(
    {
      queryKey: ticketKeys.listOf(view),
      queryFn: ({ pageParam, signal, client }) => ticketPageOf(client, view, pageParam, signal),
      refetchInterval: isLive ? false : POLL_MS,
    },
    (page) => page.records,
  )
}

/** A page of a list, with the drafts that were saved meanwhile. @param cursor empty for the first page */
export async function ticketPageOf(
  client: QueryClient,
  view: TicketView,
  cursor: string,
  signal: AbortSignal,
) {
  const drafts = keepingDrafts(client)
  const asked = { ...filtersIn(view), tab: view.tab, cursor: cursor || undefined }
  const page = await call(ticketRoutes.listTickets, asked, { signal })
  return { ...page, records: page.records.map(drafts.inList) }
}

/** A column of the kanban. */
export function useStage(view: KanbanView) {
  const isLive = useIsLive()
  return usePagedList(
    {
      queryKey: ticketKeys.stageOf(view),
      queryFn: ({ pageParam, signal, client }) =>
        loadBetweenMoves(client, () =>
          pageParam
            ? nextPageOf(view.stage, filtersIn(view), pageParam, signal)
            : firstPageOf(view.stage, filtersIn(view)),
        ),
      refetchInterval: isLive ? false : POLL_MS,
    },
    (page) => page.records,
  )
}

/** The filters of a view as the server takes them. */
const filtersIn = (view: Omit<TicketView, 'tab'>) => ({
  all: view.all ? ('true' as const) : undefined,
  queueIds: view.queueIds.join(',') || undefined,
  userId: view.userId,
  tagIds: view.tagIds.join(',') || undefined,
  whatsappId: view.whatsappId,
  campaignId: view.campaignId,
  unread: view.unread ? ('true' as const) : undefined,
})

const countersQuery = queryOptions({
  queryKey: ticketKeys.counters,
  queryFn: ({ signal }) => call(ticketRoutes.countTickets, {}, { signal }),
})

export function useTicketCounters() {
  const isLive = useIsLive()
  return useQuery({ ...countersQuery, refetchInterval: isLive ? false : POLL_MS }).data
}

export const attendantsQuery = queryOptions({
  queryKey: ticketKeys.attendants,
  queryFn: ({ signal }) => call(attendantRoutes.listAttendants, {}, { signal }),
})

/** One ticket, with the user's draft. */
export const ticketQuery = (uuid: string) =>
  queryOptions<TicketWithDraft>({
    queryKey: ticketKeys.one(uuid),
    queryFn: async ({ signal, client }) => {
      const drafts = keepingDrafts(client)
      return drafts.inTicket(await call(ticketRoutes.getTicketByUuid, { uuid }, { signal }))
    },
  })

/** Where a page of a conversation begins; the newest page without both. */
interface PagePlace {
  cursor?: string
  around?: string
}

/**
 * A conversation from its newest message on; or around an older message, from where pages are loaded in both directions.
 * A page around a message holds older ones too, so that pages of newer messages overlap.
 */
export function conversationQuery(ticketId: string, around?: string) {
  const start: PagePlace = around ? { around } : {}
  return infiniteQueryOptions({
    queryKey: around ? ticketKeys.messagesAround(ticketId, around) : ticketKeys.messages(ticketId),
    queryFn: ({ pageParam, signal }) =>
      call(messageRoutes.listMessages, { ticketId, ...pageParam }, { signal }),
    initialPageParam: start,
    getNextPageParam: ({ hasMore, nextCursor }): PagePlace | undefined =>
      hasMore && nextCursor ? { cursor: nextCursor } : undefined,
    getPreviousPageParam: ({ records }, _, { around: middle }): PagePlace | undefined => {
      // Nothing can be loaded around a note or an event.
      const newest = records.find(({ internal }) => !internal)?.id
      return middle && newest && newest !== middle ? { around: newest } : undefined
    },
  })
}

/** Messages of a conversation with pictures, files, links or of campaigns, newest first. */
export const useGallery = (ticketId: string, kind: GalleryKind) =>
  usePagedList(
    {
      queryKey: ticketKeys.gallery(ticketId, kind),
      queryFn: ({ pageParam, signal }) =>
        call(messageRoutes.listGallery, { ticketId, kind, cursor: pageParam || undefined }, { signal }),
    },
    (page) => page.records,
  )

/**
 * Contacts, tickets and messages that match a text.
 * @param ticketId the ticket in whose conversation alone is searched; undefined for everywhere
 */
export const searchQuery = (q: string, ticketId: string | undefined) =>
  queryOptions({
    queryKey: ticketKeys.search(q, ticketId),
    queryFn: ({ signal }) => call(searchRoutes.search, { q, ...(ticketId && { ticketId }) }, { signal }),
    meta: { askedOnce: true },
  })
