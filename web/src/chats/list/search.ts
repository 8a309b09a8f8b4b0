import * as z from 'zod'

/** The list's search in the URL. */
export const chatsSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
})
export type ChatsSearch = z.infer<typeof chatsSearch>
