import * as z from 'zod'
import { needs } from '../access.ts'
import { defineRoutes, FILE_OR_EXPORT } from '../http/contract.ts'
import { fileQuery } from '../http/file-query.ts'
import { pageQuery, recordsOf } from '../http/paging.ts'
import { auditEntry } from './audit.ts'

/** Local dates of the company, both included. */
const auditFilter = z.strictObject({
  userId: z.string().max(64).optional(),
  domain: z.string().max(40).optional(),
  date_from: z.iso.date().optional(),
  date_to: z.iso.date().optional(),
})

export const auditRoutes = defineRoutes({
  listAudit: {
    method: 'GET',
    path: '/audit',
    access: needs('drawer-admin-items:view'),
    query: pageQuery.extend(auditFilter.shape),
    response: recordsOf(auditEntry),
    summary: 'The audit trail: each action with its user, time and place; newest first',
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    access: needs('drawer-admin-items:view'),
    query: auditFilter.extend(fileQuery.shape),
    response: FILE_OR_EXPORT,
    audited: true,
    summary: 'The same as a spreadsheet',
  },
})
