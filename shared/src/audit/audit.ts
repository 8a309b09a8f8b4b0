import * as z from 'zod'

/** One thing somebody did in a company, or tried to: who, what, when and from where. Never changed by anybody afterwards. */
export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  who: z.object({
    id: z.string(),
    name: z.string(),
    /** Somebody of the platform, with access for support. */
    support: z.boolean(),
  }),
  /** The call's domain and name, `campaigns.startCampaign`, or an event of its own, `sessions.login`. */
  action: z.string(),
  /** The id of what it was done to. */
  target: z.string().nullable(),
  /** What that was called, where it is no person of the company's lists. */
  targetName: z.string().nullable(),
  /** Names of the fields that were sent; never their values. */
  fields: z.array(z.string()),
  from: z.object({ address: z.string(), place: z.string().nullable(), agent: z.string().nullable() }),
  /** Why it was done, in the words of who did it; null where no reason was asked for. */
  reason: z.string().nullable().default(null),
  /** Why it was refused, a code; null where it was done. */
  refused: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** What is told of a deed; the rest is added as it is recorded. */
export type Deed = Omit<AuditEntry, 'id' | 'at' | 'refused' | 'reason'> & { reason?: string | null }
