import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { campaignRoutes } from '@recado/shared/campaigns/contract/routes'
import type { ResponseOf } from '@recado/shared/http/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { campaignKeys } from '../keys.ts'
import { NONE_TO_RESEND, type Resendable, withFailures } from './resendable.ts'

/** Pages of failures to count. Beyond them, the server counts when the messages are sent again. */
const MAX_PAGES = 25

/** The number of recipients to whom the message can be sent again; undefined while it is loading. */
export function useResendable(campaign: CampaignReport | undefined): Resendable | undefined {
  const failed = campaign ? campaign.counters.failed - campaign.counters.blockeds : 0
  const isAsked = campaign !== undefined && can(campaign, 'resend') && failed > 0
  const campaignId = campaign?.id ?? ''
  const { data } = useQuery({
    queryKey: [...campaignKeys.failures(campaignId), campaign?.completedAt, failed],
    queryFn: ({ signal }) => countResendable(campaignId, signal),
    enabled: isAsked,
  })
  return isAsked ? data : undefined
}

type FailedPage = ResponseOf<typeof campaignRoutes.listShippings>

async function countResendable(campaignId: string, signal: AbortSignal): Promise<Resendable> {
  let found: Resendable = NONE_TO_RESEND
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: FailedPage = await call(
      campaignRoutes.listShippings,
      { campaignId, status: 'FAILED', cursor },
      { signal },
    )
    found = withFailures(found, page.records)
    if (!page.hasMore || !page.nextCursor) return found
    cursor = page.nextCursor
  }
  return { ...found, isAll: false }
}
