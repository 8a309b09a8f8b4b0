import * as z from 'zod'

/** One action in a company, or an attempt: who, what, when and from where. An entry only gains its result afterwards. */
export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  who: z.object({
    id: z.string(),
    name: z.string(),
    /** Whether it was a user of the platform with support access. */
    support: z.boolean(),
  }),
  /** The call's domain and name, `campaigns.startCampaign`, or an event of its own, `sessions.login`. */
  action: z.string(),
  /** The id of the changed or created record. */
  target: z.string().nullable(),
  /** The name of that record, unless it is a person of the company's lists. */
  targetName: z.string().nullable(),
  /** Names of the fields that were sent, of a whole record only those that change it; never their values. */
  fields: z.array(z.string()),
  from: z.object({ address: z.string(), place: z.string().nullable(), agent: z.string().nullable() }),
  /** The actor's own reason; null if none was required. */
  reason: z.string().nullable().default(null),
  /** The end of a granted support access, ISO 8601; null for other actions. */
  until: z.string().nullable().default(null),
  /** The code of a refusal; null if the action was done. */
  refused: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The input of an audit entry; the other fields are added when it is recorded. */
export type Deed = Omit<AuditEntry, 'id' | 'at' | 'refused' | 'reason' | 'until'> &
  Partial<Pick<AuditEntry, 'reason' | 'until'>>
