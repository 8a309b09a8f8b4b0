import { campaignRoutes } from './campaigns/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { contactBlockRoutes } from './contact-blocks/routes.ts'
import { contactListRoutes } from './contact-lists/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { extractorRoutes } from './extractors/routes.ts'
import type { Route } from './http/contract.ts'
import { platformRoutes } from './platform/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { ticketQueueRoutes } from './ticket-queues/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

/** Every call of the API, by the domain whose Lambda serves it. */
export const api = {
  platform: platformRoutes,
  sessions: sessionRoutes,
  connections: connectionRoutes,
  'contact-lists': contactListRoutes,
  'contact-blocks': contactBlockRoutes,
  extractors: extractorRoutes,
  uploads: uploadRoutes,
  exports: exportRoutes,
  campaigns: campaignRoutes,
  dashboard: dashboardRoutes,
  'ticket-queues': ticketQueueRoutes,
  tags: tagRoutes,
} satisfies Record<string, Record<string, Route>>

export type Domain = keyof typeof api

/** All routes in one row, each with its domain and name. */
export const allRoutes = (): { domain: Domain; name: string; route: Route }[] =>
  (Object.keys(api) as Domain[]).flatMap((domain) =>
    Object.entries<Route>(api[domain]).map(([name, route]) => ({ domain, name, route })),
  )
