import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { campaignKeys } from '../keys.ts'

/** The effect of a start at this moment. A cached answer is never shown. */
export const precheckQuery = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.precheck(campaignId),
    queryFn: ({ signal }) =>
      call(campaignRoutes.precheckCampaign, { campaignId, startNow: 'true' }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { askedOnce: true },
  })
