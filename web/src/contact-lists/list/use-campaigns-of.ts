import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import { useQuery } from '@tanstack/react-query'
import { unfinishedCampaignsQuery } from '../../connections/queries.ts'

/** The unfinished campaigns to a list. They are fetched only while a question needs them. */
export function useCampaignsOf(contactListId: string | undefined): Campaign[] {
  const { data = [] } = useQuery({
    ...unfinishedCampaignsQuery,
    staleTime: 0,
    enabled: contactListId !== undefined,
  })
  return data.filter((campaign) => [campaign.contactListId].flat().some((id) => id === contactListId))
}
