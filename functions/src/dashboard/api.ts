import { dashboardRoutes } from '@recado/shared/dashboard/routes'
import { serve } from '../serve/serve.ts'
import { dashboard } from './dashboard.ts'
import { home } from './home.ts'

export const handler = serve('dashboard', dashboardRoutes, {
  getDashboard: (query, actor) => dashboard(actor, query),
  getHome: (_, actor) => home(actor),
})
