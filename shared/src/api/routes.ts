import { announcementRoutes } from '../announcements/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { campaignRoutes } from '../campaigns/contract/routes.ts'
import { chatRoutes } from '../chats/routes.ts'
import { companyRoutes } from '../companies/register/routes.ts'
import { connectionRoutes } from '../connections/routes.ts'
import { contactBlockRoutes } from '../contact-blocks/routes.ts'
import { contactListRoutes } from '../contact-lists/routes.ts'
import { contactRoutes } from '../contacts/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { dataSubjectRoutes } from '../data-subjects/routes.ts'
import { deskReportRoutes } from '../desk-report/routes.ts'
import { exportRoutes } from '../exports/routes.ts'
import { extractorRoutes } from '../extractors/routes.ts'
import { helpRoutes } from '../helps/routes.ts'
import type { Route } from '../http/contract.ts'
import { blockImportRoutes, contactImportRoutes, listImportRoutes } from '../imports/routes.ts'
import { instanceRoutes } from '../instances/routes.ts'
import { integrationRoutes } from '../integration/routes.ts'
import { noticeRoutes } from '../notices/routes.ts'
import { planRoutes } from '../plans/routes.ts'
import { platformRoutes } from '../platform/routes.ts'
import { quickReplyRoutes } from '../quick-replies/routes.ts'
import { retentionRoutes } from '../retention/routes.ts'
import { scheduleRoutes } from '../schedules/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { sessionRoutes } from '../sessions/routes.ts'
import { settingRoutes } from '../settings/routes.ts'
import { tagRoutes } from '../tags/routes.ts'
import { ticketQueueRoutes } from '../ticket-queues/routes.ts'
import { messageRoutes } from '../tickets/contract/message-routes.ts'
import { attendantRoutes, ticketRoutes } from '../tickets/contract/routes.ts'
import { uploadRoutes } from '../uploads/routes.ts'
import { userRoutes } from '../users/routes.ts'

/** Every call of the API, by the domain whose Lambda serves it. */
export const api = {
  platform: platformRoutes,
  sessions: sessionRoutes,
  users: userRoutes,
  connections: connectionRoutes,
  'contact-lists': { ...contactListRoutes, ...listImportRoutes },
  'contact-blocks': { ...contactBlockRoutes, ...blockImportRoutes },
  contacts: { ...contactRoutes, ...contactImportRoutes },
  extractors: extractorRoutes,
  uploads: uploadRoutes,
  exports: exportRoutes,
  campaigns: campaignRoutes,
  dashboard: dashboardRoutes,
  'desk-report': deskReportRoutes,
  'data-subjects': dataSubjectRoutes,
  tickets: { ...ticketRoutes, ...attendantRoutes, ...messageRoutes },
  'ticket-queues': ticketQueueRoutes,
  tags: tagRoutes,
  'quick-replies': quickReplyRoutes,
  schedules: scheduleRoutes,
  chats: chatRoutes,
  notices: noticeRoutes,
  search: searchRoutes,
  audit: auditRoutes,
  companies: companyRoutes,
  plans: planRoutes,
  instances: instanceRoutes,
  helps: helpRoutes,
  settings: settingRoutes,
  retention: retentionRoutes,
  announcements: announcementRoutes,
  integration: integrationRoutes,
} satisfies Record<string, Record<string, Route>>

export type Domain = keyof typeof api

/** All routes in one row, each with its domain and name. */
export const allRoutes = (): { domain: Domain; name: string; route: Route }[] =>
  (Object.keys(api) as Domain[]).flatMap((domain) =>
    Object.entries<Route>(api[domain]).map(([name, route]) => ({ domain, name, route })),
  )
