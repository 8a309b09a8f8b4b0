import { shippingView } from '@recado/shared/campaigns/shipping'
import * as z from 'zod'

/** What the address of a report says about its table. */
export const reportSearch = z.object({
  search: z.string().optional().catch(undefined),
  status: shippingView.optional().catch(undefined),
})
export type ReportSearch = z.infer<typeof reportSearch>
