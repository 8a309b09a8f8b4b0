import * as z from 'zod'

/** Search parameters of the page of contacts. */
export const contactsSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'import', 'from-list']).optional().catch(undefined),
  /** The import that the dialog shows. */
  importId: z.string().optional().catch(undefined),
})
export type ContactsSearch = z.infer<typeof contactsSearch>
