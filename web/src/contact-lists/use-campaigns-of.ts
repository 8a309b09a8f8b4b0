import type { Campaign } from '@recado/shared/campaigns/campaign'
import { useQuery } from '@tanstack/react-query'
import { unfinishedCampaignsQuery } from '../connections/queries.ts'

/** The campaigns that are still to send to a list; asked for while a question needs them. */
export function useCampaignsOf(contactListId: string | undefined): Campaign[] {
  const { data = [] } = useQuery({
    ...unfinishedCampaignsQuery,
    staleTime: 0,
    enabled: contactListId !== undefined,
  })
  return data.filter((campaign) => [campaign.contactListId].flat().some((id) => id === contactListId))
}
