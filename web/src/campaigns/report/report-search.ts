import { replyState } from '@recado/shared/campaigns/contract/reply'
import { shippingView } from '@recado/shared/campaigns/contract/shipping'
import * as z from 'zod'

/** Search parameters of a report, for its tables. */
export const reportSearch = z.object({
  search: z.string().optional().catch(undefined),
  status: shippingView.optional().catch(undefined),
  /** The recipient whose details are open. */
  recipient: z.string().optional().catch(undefined),
  /** The shown tab; without it the recipients. */
  view: z.literal('replies').optional().catch(undefined),
  /** Filters of the replies. */
  replies: replyState.optional().catch(undefined),
  queue: z.string().optional().catch(undefined),
})
export type ReportSearch = z.infer<typeof reportSearch>
