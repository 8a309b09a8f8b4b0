import * as z from 'zod'

/** Search parameters of the page of tags. */
export const tagsSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The tag that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type TagsSearch = z.infer<typeof tagsSearch>
