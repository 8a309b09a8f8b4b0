import { deskReportRoutes } from '@recado/shared/desk-report/routes'
import { serve } from '../serve/serve.ts'
import * as report from './desk-report.ts'

export const handler = serve('desk-report', deskReportRoutes, {
  getDeskReport: (query, actor) => report.get(actor, query),
  // Loaded when they are called.
  listReportTickets: async (query, actor) => (await import('./figure-tickets.ts')).tickets(actor, query),
  exportDeskReport: async (query, actor) => (await import('./report-export.ts')).exported(actor, query),
})
