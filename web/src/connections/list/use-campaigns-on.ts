import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { useQuery } from '@tanstack/react-query'
import { cshow } from '../../api/session.ts'
import { unfinishedCampaignsQuery } from '../queries.ts'

/** The unfinished campaigns on a connection, the running ones first. */
export function useCampaignsOn(whatsappId: string): Campaign[] {
  const { data = [] } = useQuery({ ...unfinishedCampaignsQuery, enabled: cshow() })
  return data.filter((campaign) => campaign.whatsappId === whatsappId)
}
