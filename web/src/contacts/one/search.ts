import * as z from 'zod'

/** Search parameters of a contact's page. */
export const contactSearch = z.object({
  dialog: z.enum(['edit', 'merge']).optional().catch(undefined),
})
export type ContactSearch = z.infer<typeof contactSearch>
