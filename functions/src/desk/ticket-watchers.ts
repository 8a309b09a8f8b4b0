import type { TicketWatchers } from '@recado/shared/tickets/live/watchers'
import type { SendingState } from '@recado/shared/tickets/system/automatic-texts'
import { ports, publish, tableOf } from '../context.ts'

/** Sends live events about a company's tickets, and offers those that enter a queue. */
export const ticketWatchers = (companyId: string): TicketWatchers & SendingState => ({
  table: tableOf(companyId),
  publish,
  now: ports.now,
  // Loaded with the first ticket that enters a queue.
  offer: async (ticket) => (await import('./offers.ts')).offer(companyId, ticket),
  isSendingStopped: async () => {
    const { sendingStopOf } = await import('@recado/shared/campaigns/store/sending-stops')
    return (await sendingStopOf(ports, companyId, ports.now())) !== undefined
  },
})
