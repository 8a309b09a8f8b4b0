import * as z from 'zod'
import { dashboardSearch } from '../dashboard/range.ts'
import { reportSearch } from '../desk-report/search.ts'
import { settingsSearch } from '../settings/search.ts'

/** Tabs of the dashboard; `companies` is for operators of the platform. */
export const HOME_TABS = ['companies', 'campaigns', 'desk'] as const
export type HomeTab = (typeof HOME_TABS)[number]

/** What the tab of companies shows. */
const companiesShown = settingsSearch.pick({
  dialog: true,
  id: true,
  search: true,
  due: true,
  archived: true,
})

/** Search parameters of the dashboard. */
export const homeSearch = dashboardSearch
  .extend(reportSearch.shape)
  .extend(companiesShown.shape)
  .extend({
    tab: z.enum(HOME_TABS).optional().catch(undefined),
  })
export type HomeSearch = z.infer<typeof homeSearch>
