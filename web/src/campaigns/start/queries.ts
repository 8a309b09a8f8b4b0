import { campaignRoutes } from '@recado/shared/campaigns/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { campaignKeys } from '../keys.ts'

/** What a start would do at this moment: never shown from earlier. */
export const precheckQuery = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.precheck(campaignId),
    queryFn: ({ signal }) => call(campaignRoutes.precheckCampaign, { campaignId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
