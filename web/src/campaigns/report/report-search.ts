import { shippingView } from '@recado/shared/campaigns/contract/shipping'
import * as z from 'zod'

/** Search parameters of a report, for its table. */
export const reportSearch = z.object({
  search: z.string().optional().catch(undefined),
  status: shippingView.optional().catch(undefined),
})
export type ReportSearch = z.infer<typeof reportSearch>
