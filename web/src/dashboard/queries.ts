import { dashboardRoutes } from '@recado/shared/dashboard/routes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { DateRange } from '../ui/RangePicker.tsx'
import { dashboardKeys } from './keys.ts'

/** What the company did already of its first use, and how much of its plan is used. */
export const homeQuery = queryOptions({
  queryKey: dashboardKeys.home,
  queryFn: ({ signal }) => call(dashboardRoutes.getHome, {}, { signal }),
})

/** The previous range stays on the screen while another one is loading. */
export const dashboardQuery = ({ from, to }: DateRange) =>
  queryOptions({
    queryKey: [...dashboardKeys.all, from, to],
    queryFn: ({ signal }) => call(dashboardRoutes.getDashboard, { date_from: from, date_to: to }, { signal }),
    placeholderData: keepPreviousData,
  })
