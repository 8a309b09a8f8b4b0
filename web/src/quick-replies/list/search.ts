import * as z from 'zod'

/** Search parameters of the page of quick replies. */
export const quickRepliesSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The reply that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type QuickRepliesSearch = z.infer<typeof quickRepliesSearch>
