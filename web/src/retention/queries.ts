import type { Retention, RetentionBounds } from '@recado/shared/retention/retention'
import { retentionRoutes } from '@recado/shared/retention/routes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { afterSubmitDelay } from '../ui/form.ts'
import { toastSuccess } from '../ui/toast.ts'

const KEY = ['retention'] as const
const BOUNDS_KEY = ['retention-bounds'] as const

export const retentionQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(retentionRoutes.getRetention, {}, { signal }),
})

export function useSaveRetention(done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay((chosen: Retention) => call(retentionRoutes.saveRetention, chosen)),
    onSuccess: (state) => {
      toastSuccess(done, 'retention')
      client.setQueryData(KEY, state)
    },
    meta: { showsItsError: true },
  })
}

export const boundsQuery = queryOptions({
  queryKey: BOUNDS_KEY,
  queryFn: ({ signal }) => call(retentionRoutes.getRetentionBounds, {}, { signal }),
})

export function useSaveBounds(done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: afterSubmitDelay((bounds: RetentionBounds) =>
      call(retentionRoutes.saveRetentionBounds, bounds),
    ),
    onSuccess: (bounds) => {
      toastSuccess(done, 'retention-bounds')
      client.setQueryData(BOUNDS_KEY, bounds)
      return client.invalidateQueries({ queryKey: KEY })
    },
    meta: { showsItsError: true },
  })
}
