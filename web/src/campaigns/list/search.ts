import { campaignStatus } from '@recado/shared/campaigns/contract/campaign'
import * as z from 'zod'

/** Search parameters of the pages that list campaigns. */
export const campaignsSearch = z.object({
  search: z.string().optional().catch(undefined),
  /** The tab; without it all campaigns. */
  status: campaignStatus.optional().catch(undefined),
})
export type CampaignsSearch = z.infer<typeof campaignsSearch>
