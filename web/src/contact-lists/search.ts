import * as z from 'zod'

/** Search parameters of the pages that list contact lists. */
export const contactListsSearch = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The list that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type ContactListsSearch = z.infer<typeof contactListsSearch>

/** Search parameters of the page with a list's contacts. */
export const itemsSearch = z.object({
  search: z.string().optional().catch(undefined),
  valid: z.enum(['true', 'false', 'unknown']).optional().catch(undefined),
  dialog: z.enum(['new', 'edit', 'import']).optional().catch(undefined),
  /** The contact that the dialog is about. */
  id: z.string().optional().catch(undefined),
  /** The button that takes the focus: a list that was just created is to be filled. */
  focus: z.enum(['import']).optional().catch(undefined),
  /** The import that the dialog shows. */
  importId: z.string().optional().catch(undefined),
})
export type ItemsSearch = z.infer<typeof itemsSearch>
