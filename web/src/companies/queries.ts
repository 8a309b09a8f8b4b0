import type { DueFilter } from '@recado/shared/companies/due-date'
import type { CompanyInput, CompanyRecord } from '@recado/shared/companies/register/company-record'
import { companyRoutes } from '@recado/shared/companies/register/routes'
import { ApiError } from '@recado/shared/http/api-error'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import { userRoutes } from '@recado/shared/users/routes'
import type { SupportGrant } from '@recado/shared/users/user'
import { queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { useCallOnce } from '../api/use-call-once.ts'
import { useUser } from '../session/use-session.ts'
import type { ListState } from '../ui/DataTable.tsx'
import { afterSubmitDelay } from '../ui/form.ts'
import { toastError } from '../ui/toast.ts'
import { companyKeys } from './keys.ts'

interface CompanyFilter {
  searchParam: string
  dueFilter: DueFilter | undefined
  archived: 'true' | 'false' | undefined
  order: 'due' | undefined
}

/** Companies by name, or by due date. The answer is a plain array: a page that is not full is the last one. */
export function useCompanies(filter: CompanyFilter): ListState<CompanyRecord> {
  const { data, ...state } = useInfiniteQuery({
    queryKey: [...companyKeys.lists, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        companyRoutes.listCompanies,
        { ...filter, searchParam: filter.searchParam || undefined, pageNumber: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.length < PAGE_SIZE ? undefined : pages.length + 1),
  })
  return { ...state, records: data?.pages.flat() ?? [] }
}

export const companyCountsQuery = queryOptions({
  queryKey: companyKeys.dashboard,
  queryFn: ({ signal }) => call(companyRoutes.companyDashboard, {}, { signal }),
})

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: companyKeys.one(companyId),
    queryFn: ({ signal }) => call(companyRoutes.getCompany, { companyId }, { signal }),
  })

/** Refetch interval of a deletion (ms). Only the operator who started it gets live events. */
const DELETION_EVERY_MS = 2000

/** Whether a deletion is complete: its progress is not found any more. */
export const isDeletionOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The progress of a deletion. */
export const deletionQuery = (companyId: string) =>
  queryOptions({
    queryKey: companyKeys.deletion(companyId),
    queryFn: ({ signal }) => call(companyRoutes.getCompanyDeletion, { companyId }, { signal }),
    // Without data each fetch would show the progress anew, so "Tentar novamente" fetches it.
    refetchInterval: ({ state: { data, error } }) =>
      isDeletionOver(error) || (error && !data) ? false : DELETION_EVERY_MS,
    staleTime: 0,
  })

/** Creates a company, or changes the one with the id. */
export function useSaveCompany() {
  const callOnce = useCallOnce()
  const refresh = useRefreshCompanies()
  return useMutation({
    mutationFn: afterSubmitDelay(({ companyId, ...input }: CompanyInput & { companyId?: string }) =>
      companyId
        ? call(companyRoutes.updateCompany, { companyId, ...input })
        : callOnce(companyRoutes.createCompany, input),
    ),
    onSuccess: refresh,
    meta: { showsItsError: true },
  })
}

const ACTIONS = {
  advance: ({ id, dueDate }: CompanyRecord) => call(companyRoutes.advanceDueDate, { companyId: id, dueDate }),
  activate: ({ id }: CompanyRecord) => call(companyRoutes.setCompanyStatus, { companyId: id, status: true }),
  deactivate: ({ id }: CompanyRecord) =>
    call(companyRoutes.setCompanyStatus, { companyId: id, status: false }),
  archive: ({ id }: CompanyRecord) => call(companyRoutes.archiveCompany, { companyId: id, archived: true }),
  unarchive: ({ id }: CompanyRecord) =>
    call(companyRoutes.archiveCompany, { companyId: id, archived: false }),
  resetPassword: ({ id }: CompanyRecord) => call(companyRoutes.resetCompanyPassword, { companyId: id }),
}
/** Actions on a company that need a confirmation. */
export type CompanyAction = keyof typeof ACTIONS

/** Its answer has the company's e-mail, or for `resetPassword` the recipient's. */
export function useCompanyAction() {
  const refresh = useRefreshCompanies()
  return useMutation({
    mutationFn: ({
      action,
      company,
    }: {
      action: CompanyAction
      company: CompanyRecord
    }): Promise<{ email: string }> => ACTIONS[action](company),
    onSettled: refresh,
    meta: { showsItsError: true },
  })
}

export function useDeleteCompany() {
  const client = useQueryClient()
  const refresh = useRefreshCompanies()
  return useMutation({
    mutationFn: (companyId: string) => call(companyRoutes.deleteCompany, { companyId }),
    onSuccess: (deletion) => {
      client.setQueryData(companyKeys.deletion(deletion.companyId), deletion)
      return refresh()
    },
    meta: { showsItsError: true },
  })
}

/**
 * Lets the operator work in another company for a time. The new session has that company, so everything is loaded anew.
 * @param onGranted closes the dialog. It runs before the new session, which clears the cache and with it the callbacks
 * of `mutate`; a dialog that is still in the URL would open again.
 */
export function useEnterForSupport(onGranted: () => void) {
  const { id: userId, name, email } = useUser()
  return useMutation({
    mutationFn: async ({ companyId, support }: { companyId: string; support: SupportGrant }) => {
      await call(userRoutes.updateUser, { userId, name, email, selectedCompanyId: companyId, support })
      onGranted()
      // The dialog is closed by now, so a toast shows the error.
      await session.refreshAnew().catch((error) => toastError(error))
    },
    meta: { showsItsError: true },
  })
}

function useRefreshCompanies() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: companyKeys.lists }),
      client.invalidateQueries({ queryKey: companyKeys.dashboard }),
      client.invalidateQueries({ queryKey: ['companies', 'one'] }),
    ])
}
