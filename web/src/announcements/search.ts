import * as z from 'zod'

/** Search parameters of the page of announcements. */
export const announcementsSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The announcement that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type AnnouncementsSearch = z.infer<typeof announcementsSearch>
