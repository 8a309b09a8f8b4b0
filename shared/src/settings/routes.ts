import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { companySetting } from '../companies/company.ts'
import { defineRoutes } from '../http/contract.ts'

export const settingRoutes = defineRoutes({
  listSettings: {
    method: 'GET',
    path: '/settings',
    access: ANY_USER,
    response: z.array(companySetting),
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: "The company's settings as keys and values",
  },
  saveSetting: {
    method: 'PUT',
    path: '/settings/{settingKey}',
    access: needs('drawer-admin-items:view'),
    body: z.strictObject({ value: z.string().max(2000) }),
    recordIn: { list: 'listSettings', by: 'key' },
    response: companySetting,
    errors: ['ERR_NO_SETTING_FOUND', 'ERR_NO_COMPANY_FOUND'],
    summary:
      'Change a setting. Only operators change `campaignsEnabled`. Companies with campaigns change the time zone in /campaign-settings.',
  },
})
