import * as z from 'zod'

/** Which of the five messages is open. */
export const formSearch = z.object({
  message: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
})
