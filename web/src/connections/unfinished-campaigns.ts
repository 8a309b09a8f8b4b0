import type { Campaign, CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { connectionKeys } from './keys.ts'

/** Running and scheduled campaigns. Questions about a connection or a list name those that need it. */
export const unfinishedCampaignsQuery = queryOptions({
  queryKey: connectionKeys.unfinishedCampaigns,
  queryFn: async ({ signal }) => [
    ...(await unfinishedOf('PRIVATE', signal)),
    ...(await unfinishedOf('GROUP', signal)),
  ],
})

async function unfinishedOf(type: CampaignType, signal: AbortSignal): Promise<Campaign[]> {
  const unfinished: Campaign[] = []
  let cursor: string | undefined
  do {
    const page = await call(campaignRoutes.listCampaigns, { cursor, type }, { signal })
    unfinished.push(...page.records.filter(({ status }) => STILL_TO_SEND.includes(status)))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return unfinished
}
const STILL_TO_SEND: readonly Campaign['status'][] = ['PROGRAMADA', 'EM_ANDAMENTO']
