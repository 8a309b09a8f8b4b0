import { needs } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'
import { dashboard, dashboardQuery } from './dashboard.ts'
import { home } from './home.ts'

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
  getHome: {
    method: 'GET',
    path: '/dashboard/home',
    access: needs('dashboard:view'),
    response: home,
    summary: 'What the company did already of its first use, and how much of its plan is used',
  },
})
