import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The company's campaign settings. Its time zone is one of them. */
export const campaignSettingsQuery = queryOptions({
  queryKey: ['campaigns', 'settings'],
  queryFn: async ({ signal }) => (await call(campaignRoutes.getCampaignSettings, {}, { signal })).settings,
  staleTime: 300_000,
})
