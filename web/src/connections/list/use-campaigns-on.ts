import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { useQuery } from '@tanstack/react-query'
import { cshow } from '../../api/session.ts'
import { unfinishedCampaignsQuery } from '../unfinished-campaigns.ts'

/** The unfinished campaigns on a connection. They are fetched only while a question needs them. */
export function useCampaignsOn(whatsappId: string, isNeeded: boolean): Campaign[] {
  const { data = [] } = useQuery({
    ...unfinishedCampaignsQuery,
    staleTime: 0,
    enabled: isNeeded && cshow(),
  })
  return data.filter((campaign) => campaign.whatsappId === whatsappId)
}
