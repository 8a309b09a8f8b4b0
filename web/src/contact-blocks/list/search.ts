import * as z from 'zod'

/** Search parameters of the page of blocked contacts. */
export const contactBlocksSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'import']).optional().catch(undefined),
  /** The import that the dialog shows. */
  importId: z.string().optional().catch(undefined),
})
export type ContactBlocksSearch = z.infer<typeof contactBlocksSearch>
