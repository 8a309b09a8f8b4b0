import type { ReplyState } from '@recado/shared/campaigns/contract/reply'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import type { ShippingView } from '@recado/shared/campaigns/contract/shipping'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCallOnce } from '../../api/use-call-once.ts'
import { useDownload } from '../../exports/use-download.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { campaignKeys } from '../keys.ts'

export interface ShippingFilter {
  status: ShippingView | undefined
  searchParam: string
}

/**
 * A live event cannot place a new row in a filtered list, so its first pages are fetched this often while a
 * campaign runs (ms).
 */
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

export interface ReplyFilter {
  state: ReplyState | undefined
  queueId: string | undefined
}

/** Answers of attendants come without an event of the campaign: the first pages are fetched this often (ms). */
const REPLIES_REFRESH_MS = 15_000

export const useReplies = (campaignId: string, { state, queueId }: ReplyFilter) =>
  usePagedList(
    {
      refetchInterval: REPLIES_REFRESH_MS,
      queryKey: [...campaignKeys.replies(campaignId), state, queueId],
      queryFn: ({ pageParam, signal }) =>
        call(
          campaignRoutes.listReplies,
          { campaignId, state, queueId, cursor: pageParam || undefined },
          { signal },
        ),
    },
    (page) => page.records,
  )

/** Sends the failed messages again. */
export function useResendAllFailed() {
  const { t } = useTexts()
  const callOnce = useCallOnce()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { campaignId: string; includeUnknown: boolean }) =>
      callOnce(campaignRoutes.resendAllFailed, wanted),
    onSuccess: async (_, { campaignId }) => {
      toastSuccess(t('campaigns.resend.begun'), `resend-${campaignId}`)
      const changed = [
        campaignKeys.lists,
        campaignKeys.one(campaignId),
        campaignKeys.shippings(campaignId),
        campaignKeys.failures(campaignId),
      ]
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    meta: { showsItsError: true },
  })
}

/** Downloads the recipients of a campaign, by its id. */
export const useCampaignDownload = () =>
  useDownload((campaignId: string, language) => call(campaignRoutes.exportCampaign, { campaignId, language }))
