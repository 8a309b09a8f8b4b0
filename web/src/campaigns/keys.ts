import type { CampaignStatus, CampaignType } from '@recado/shared/campaigns/contract/campaign'

/** Keys of this domain in the query cache. */
export const campaignKeys = {
  lists: ['campaigns', 'list'] as const,
  listsOf: (type: CampaignType, searchParam: string, status?: CampaignStatus) =>
    ['campaigns', 'list', type, searchParam, status] as const,
  one: (campaignId: string) => ['campaigns', 'one', campaignId] as const,
  precheck: (campaignId: string) => ['campaigns', 'precheck', campaignId] as const,
  proposal: (proposal: object) => ['campaigns', 'precheck', 'proposal', proposal] as const,
  shippings: (campaignId: string) => ['campaigns', 'shippings', campaignId] as const,
  replies: (campaignId: string) => ['campaigns', 'replies', campaignId] as const,
  failures: (campaignId: string) => ['campaigns', 'failures', campaignId] as const,
  sending: ['campaigns', 'sending'] as const,
  platformSending: ['campaigns', 'platform-sending'] as const,
}
