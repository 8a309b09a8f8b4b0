import type { Campaign } from '@recado/shared/campaigns/campaign'
import { useQuery } from '@tanstack/react-query'
import { cshow } from '../api/session.ts'
import { unfinishedCampaignsQuery } from './queries.ts'

/** The campaigns that are still to send over a connection; asked for while a question needs them. */
export function useCampaignsOn(whatsappId: string, isNeeded: boolean): Campaign[] {
  const { data = [] } = useQuery({
    ...unfinishedCampaignsQuery,
    staleTime: 0,
    enabled: isNeeded && cshow(),
  })
  return data.filter((campaign) => campaign.whatsappId === whatsappId)
}
