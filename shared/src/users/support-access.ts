import * as z from 'zod'

/** A user of the platform works in another company: for an hour at most, with a reason (security.md). */
export const supportAccess = z.object({
  companyId: z.string(),
  /** ISO 8601. */
  until: z.string(),
  reason: z.string(),
  /** Whether it allows changes, not only reading. */
  mayChange: z.boolean(),
})
export type SupportAccess = z.infer<typeof supportAccess>
