import * as z from 'zod'

/** Search parameters of the page of users. */
export const usersSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit', 'invite']).optional().catch(undefined),
  /** The user that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof usersSearch>
