import type * as watchers from '@recado/shared/tickets/live/watchers'

/** Nobody watches, as in the engine's simulation: live events cost more than all other reads of a call. */
export const withoutBrowsers = (real: typeof watchers): typeof watchers => ({
  ...real,
  ticketChanged: async () => undefined,
  messageChanged: async () => undefined,
})
