import { campaignRoutes } from '@recado/shared/campaigns/routes'
import type { ShippingView } from '@recado/shared/campaigns/shipping'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { campaignKeys } from '../keys.ts'

export interface ShippingFilter {
  status: ShippingView | undefined
  searchParam: string
}

/** A filtered list cannot know where a newcomer belongs: while a campaign runs its start is asked for anew. */
const FILTERED_REFRESH_MS = 5000

export const useShippings = (campaignId: string, filter: ShippingFilter, isRunning: boolean) =>
  usePagedList(
    {
      refetchInterval: isRunning && filter.status ? FILTERED_REFRESH_MS : false,
      queryKey: [...campaignKeys.shippings(campaignId), filter],
      queryFn: ({ pageParam, signal }) =>
        call(
          campaignRoutes.listShippings,
          {
            campaignId,
            status: filter.status,
            searchParam: filter.searchParam || undefined,
            cursor: pageParam || undefined,
          },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** Sends once more to those who failed; the answer says how many. */
export function useResendAllFailed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { campaignId: string; includeUnknown: boolean }) =>
      call(campaignRoutes.resendAllFailed, wanted),
    onSuccess: async ({ message }, { campaignId }) => {
      toastSuccess(message, `resend-${campaignId}`)
      const changed = [
        campaignKeys.lists,
        campaignKeys.one(campaignId),
        campaignKeys.shippings(campaignId),
        campaignKeys.failures(campaignId),
      ]
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    meta: { tellsItsError: true },
  })
}
