import { needs } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'
import { dashboard, dashboardQuery } from './dashboard.ts'

export const dashboardRoutes = defineRoutes({
  getDashboard: {
    method: 'GET',
    path: '/dashboard',
    access: needs('dashboard:view'),
    query: dashboardQuery,
    response: dashboard,
    errors: ['ERR_DATE_RANGE'],
    summary: 'Sent messages of a range of days, 366 at most',
  },
})
