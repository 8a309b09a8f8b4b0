import type { TicketWatchers } from '@recado/shared/tickets/live/watchers'
import type { SendingState } from '@recado/shared/tickets/system/automatic-texts'
import { ports, publish, tableOf } from '../context.ts'

/** Sends live events about a company's tickets, offers tickets that enter a queue, and settles notices about tickets. */
export const ticketWatchers = (companyId: string): TicketWatchers & SendingState => ({
  table: tableOf(companyId),
  publish,
  now: ports.now,
  // Loaded with the first ticket that enters a queue.
  offer: async (ticket) => (await import('./offers.ts')).offer(companyId, ticket),
  // Loaded with the first ticket that no longer waits for its user.
  settleNotices: async (userId, ticket) =>
    (await import('../notices/settle.ts')).settleNotices(companyId, userId, ticket),
  isSendingStopped: async () => {
    const { sendingStopOf } = await import('@recado/shared/campaigns/store/sending-stops')
    return (await sendingStopOf(ports, companyId, ports.now())) !== undefined
  },
})
