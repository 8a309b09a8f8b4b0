import { auditRoutes } from '@recado/shared/audit/routes'
import { userRoutes } from '@recado/shared/users/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useDownload } from '../exports/use-download.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { auditKeys } from './keys.ts'

/** Filter of the audit trail. Dates are local dates of the company, both included. */
export interface AuditFilter {
  userId?: string | undefined
  domain?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

export const useAudit = (filter: AuditFilter) =>
  usePagedList(
    {
      queryKey: [...auditKeys.lists, filter],
      queryFn: ({ pageParam, signal }) =>
        call(auditRoutes.listAudit, { ...filter, cursor: pageParam || undefined }, { signal }),
    },
    (page) => page.records,
  )

export const useAuditDownload = () =>
  useDownload((filter: AuditFilter, language) => call(auditRoutes.exportAudit, { ...filter, language }))

/** The people that the audit trail can be filtered by. */
export const peopleQuery = queryOptions({
  queryKey: auditKeys.people,
  queryFn: ({ signal }) => call(userRoutes.allUsers, {}, { signal }),
})
