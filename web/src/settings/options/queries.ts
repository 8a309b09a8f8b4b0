import type { CompanySchedules } from '@recado/shared/companies/company'
import { companyRoutes } from '@recado/shared/companies/register/routes'
import { settingRoutes } from '@recado/shared/settings/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { companyKeys } from '../../companies/keys.ts'
import { useUser } from '../../session/use-session.ts'
import { afterSubmitDelay } from '../../ui/form.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { renewZone } from '../../zone/use-zone.ts'
import type { SettingText } from './desk-values.ts'

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
    mutationFn: (setting: SettingText) => call(settingRoutes.saveSetting, setting),
    onSuccess: ({ key }) => {
      toastSuccess(done, `setting-${key}`)
      if (key === 'timezone') void renewZone()
      return client.invalidateQueries({ queryKey: KEY })
    },
  })
}

/**
 * Saves several settings, one after the other. Answers the stored values, by key.
 * @param onSaved called with each stored setting: after a failure some of them are saved
 */
export function useSaveSettings(done: string, onSaved: (key: string, value: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay(async (settings: readonly SettingText[]) => {
      const saved = new Map<string, string>()
      for (const setting of settings) {
        const { key, value } = await call(settingRoutes.saveSetting, setting)
        saved.set(key, value)
        onSaved(key, value)
      }
      return saved
    }),
    onSuccess: () => toastSuccess(done, 'settings'),
    // After a failure some of them are saved.
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useSaveOpeningHours(done: string) {
  const client = useQueryClient()
  const { companyId } = useUser()
  return useMutation({
    mutationFn: afterSubmitDelay((schedules: CompanySchedules) =>
      call(companyRoutes.saveCompanySchedules, { companyId, schedules }),
    ),
    onSuccess: (company) => {
      toastSuccess(done, 'opening-hours')
      client.setQueryData(companyKeys.one(companyId), company)
    },
  })
}
