import * as z from 'zod'

/** Progress of reading one account's groups. */
export const groupFetch = z.object({
  whatsappId: z.string(),
  whatsappName: z.string(),
  status: z.enum(['FETCHING', 'DONE', 'FAILED']),
  /** Groups stored so far, and their total; null until WhatsApp has answered. */
  stored: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type GroupFetch = z.infer<typeof groupFetch>
