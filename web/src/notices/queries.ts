import { noticeRoutes } from '@recado/shared/notices/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useIsLive } from '../realtime/live-status.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { noticeKeys } from './keys.ts'

/** Without live events the bell asks again this often (ms). */
const POLL_MS = 60_000

export function useNotices() {
  const isLive = useIsLive()
  return usePagedList(
    {
      queryKey: noticeKeys.list,
      queryFn: ({ pageParam, signal }) =>
        call(noticeRoutes.listNotices, { cursor: pageParam || undefined }, { signal }),
      refetchInterval: isLive ? false : POLL_MS,
    },
    (page) => page.records,
  )
}

/** Marks notices as read; all of them without ids. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[] | undefined) => call(noticeRoutes.readNotices, ids ? { ids } : {}),
    onSuccess: () => client.invalidateQueries({ queryKey: noticeKeys.list }),
  })
}
