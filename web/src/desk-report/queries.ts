import { deskReportRoutes } from '@recado/shared/desk-report/routes'
import { ApiError } from '@recado/shared/http/api-error'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useDownload } from '../exports/use-download.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { deskReportKeys } from './keys.ts'
import type { ReportRange, ShownTickets } from './search.ts'

/** The filters of a report; without them all queues and attendants. */
export interface WantedReport extends ReportRange {
  queueId?: string | undefined
  userId?: string | undefined
}

/** Without live events the report is fetched this often (ms). */
const POLL_MS = 30_000

const reportQuery = (wanted: WantedReport) =>
  queryOptions({
    queryKey: deskReportKeys.report(wanted),
    queryFn: ({ signal }) => call(deskReportRoutes.getDeskReport, wanted, { signal }),
    // The previous days stay on the screen while others are loading.
    placeholderData: keepPreviousData,
    // Many days are counted in several calls. Each keeps its counts for the next.
    retry: (_, error) => isCounting(error),
    retryDelay: 0,
  })

const isCounting = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'ERR_REPORT_COUNTING'

/** How far the server has counted the days; undefined if it does not count. */
export const countedSoFar = (error: unknown): ApiError['values'] | undefined =>
  isCounting(error) ? error.values : undefined

export function useDeskReport(wanted: WantedReport) {
  const isLive = useIsLive()
  return useQuery({ ...reportQuery(wanted), refetchInterval: isLive ? false : POLL_MS })
}

/** The tickets behind a number. @param range of the report, for a number that names no days */
export function useReportTickets(shown: ShownTickets, range: ReportRange) {
  const wanted = { ...range, ...shown }
  return usePagedList(
    {
      queryKey: deskReportKeys.tickets(wanted),
      queryFn: ({ pageParam, signal }) =>
        call(deskReportRoutes.listReportTickets, { ...wanted, cursor: pageParam || undefined }, { signal }),
    },
    (page) => page.records,
  )
}

/** The ticket whose customer has waited longest; undefined if no customer waits. */
export async function longestWaiting(wanted: WantedReport): Promise<Ticket | undefined> {
  const { records } = await call(deskReportRoutes.listReportTickets, { ...wanted, figure: 'waiting' })
  return records[0]
}

/** Downloads the figures of the days. */
export const useReportDownload = () =>
  useDownload((wanted: WantedReport, language) =>
    call(deskReportRoutes.exportDeskReport, { ...wanted, language }),
  )
