import { byName } from '@recado/shared/by-name'
import { ticketQueueRoutes } from '@recado/shared/ticket-queues/routes'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import { userRoutes } from '@recado/shared/users/routes'
import type { ShownUser } from '@recado/shared/users/user'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { ticketQueueKeys } from './keys.ts'

/** The company's queues in their order. */
export const ticketQueuesQuery = queryOptions({
  queryKey: ticketQueueKeys.list,
  queryFn: ({ signal }) => call(ticketQueueRoutes.listTicketQueues, {}, { signal }),
})

/** All users of the company by name, with their queues. For admins. */
export const queueUsersQuery = queryOptions({
  queryKey: ticketQueueKeys.users,
  queryFn: async ({ signal }) => {
    const users: ShownUser[] = []
    let cursor: string | undefined
    do {
      const page = await call(userRoutes.listUsers, { cursor }, { signal })
      users.push(...page.users)
      cursor = (page.hasMore && page.nextCursor) || undefined
    } while (cursor)
    return users.sort(byName)
  },
})

/** Saves the places of the queues, those that changed alone. The queues are in their new order. */
export function useSaveQueueOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (queues: readonly TicketQueue[]) => {
      for (const [orderIndex, queue] of queues.entries()) {
        if (queue.orderIndex === orderIndex) continue
        const { id: queueId, name, color, greetingMessage, outOfHoursMessage } = queue
        // The texts are part of every change: an omitted one would be removed.
        const texts = { name, color, greetingMessage, outOfHoursMessage }
        await call(ticketQueueRoutes.updateTicketQueue, { queueId, ...texts, orderIndex })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ticketQueueKeys.list }),
    scope: { id: 'ticket-queue-order' },
  })
}

/** Deletes a queue. `moveTo`: the queue that takes its live tickets. */
export function useDeleteQueue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deletion: { queueId: string; moveTo?: string | undefined }) =>
      call(ticketQueueRoutes.deleteTicketQueue, deletion),
    onSettled: () => client.invalidateQueries({ queryKey: ticketQueueKeys.list }),
    meta: { showsItsError: true },
  })
}
