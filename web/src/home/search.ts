import * as z from 'zod'
import { dashboardSearch } from '../dashboard/range.ts'
import { reportSearch } from '../desk-report/search.ts'

export const HOME_TABS = ['campaigns', 'desk'] as const

/** Search parameters of the dashboard. */
export const homeSearch = dashboardSearch.extend(reportSearch.shape).extend({
  tab: z.enum(HOME_TABS).optional().catch(undefined),
})
export type HomeSearch = z.infer<typeof homeSearch>
