import type { CompanySchedules } from '@recado/shared/companies/company'
import { companyRoutes } from '@recado/shared/companies/routes'
import { settingRoutes } from '@recado/shared/settings/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { companyKeys } from '../companies/keys.ts'
import { useUser } from '../session/use-session.ts'
import { toastSuccess } from '../ui/toast.ts'

const KEY = ['company-settings'] as const

/** The company's settings, by key. */
export const settingsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const settings = await call(settingRoutes.listSettings, {}, { signal })
    return new Map(settings.map(({ key, value }) => [key, value]))
  },
})

export function useSaveSetting(done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (setting: { settingKey: string; value: string }) => call(settingRoutes.saveSetting, setting),
    onSuccess: ({ key }) => {
      toastSuccess(done, `setting-${key}`)
      return client.invalidateQueries({ queryKey: KEY })
    },
  })
}

export function useSaveOpeningHours(done: string) {
  const client = useQueryClient()
  const { companyId } = useUser()
  return useMutation({
    mutationFn: (schedules: CompanySchedules) =>
      call(companyRoutes.saveCompanySchedules, { companyId, schedules }),
    onSuccess: (company) => {
      toastSuccess(done, 'opening-hours')
      client.setQueryData(companyKeys.one(companyId), company)
    },
  })
}
