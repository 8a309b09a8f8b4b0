import { ANY_USER } from '../access.ts'
import { defineRoutes, FILE } from '../http/contract.ts'
import { fileQuery } from '../http/file-query.ts'
import { deskReport, figurePage, figureQuery, reportQuery } from './report.ts'

const errors = ['ERR_DATE_RANGE', 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND'] as const
const ofFigures = [...errors, 'ERR_REPORT_COUNTING'] as const

export const deskReportRoutes = defineRoutes({
  getDeskReport: {
    method: 'GET',
    path: '/desk/report',
    access: ANY_USER,
    query: reportQuery,
    response: deskReport,
    errors: ofFigures,
    summary: 'Figures of customer service in 92 days at most; one’s own without the right to all',
  },
  listReportTickets: {
    method: 'GET',
    path: '/desk/report/tickets',
    access: ANY_USER,
    query: figureQuery,
    response: figurePage,
    errors,
    summary: 'The tickets of one figure of the report, as many as the figure says',
  },
  exportDeskReport: {
    method: 'GET',
    path: '/desk/report/export',
    access: ANY_USER,
    query: reportQuery.extend(fileQuery.shape),
    response: FILE,
    audited: true,
    errors: ofFigures,
    summary: 'The figures of the report as a spreadsheet',
  },
})
