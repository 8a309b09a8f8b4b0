import type * as online from '@recado/functions/realtime/online'
import type * as watchers from '@recado/shared/tickets/live/watchers'
import { entersQueue } from '@recado/shared/tickets/rules/offer'

/**
 * Nobody watches, as in the engine's simulation: live events cost more than all other reads of a call. Tickets that enter
 * a queue are offered all the same.
 */
export const withoutBrowsers = (real: typeof watchers): typeof watchers => ({
  ...real,
  ticketChanged: async ({ offer }, before, after) => {
    if (after && entersQueue(before, after)) await offer?.(after)
  },
  messageChanged: async () => undefined,
})

/** All attendants are online. */
export const allOnline = (real: typeof online): typeof online => ({
  ...real,
  onlineAmong: async (_, users) => new Set(users.map(({ id }) => id)),
})
