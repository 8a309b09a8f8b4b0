import * as z from 'zod'

/** Counts of a person's erased data so far. */
export const erased = z.object({
  /** Contacts in lists, and those of customer service. */
  contacts: z.number().int(),
  /** Groups with the person as a member. */
  groups: z.number().int(),
  /** Recipients of campaigns; the results of their messages still count. */
  recipients: z.number().int(),
  /** Messages in conversations, their files, and the tickets. */
  messages: z.number().int(),
  files: z.number().int(),
  tickets: z.number().int(),
  /** The person's blocks. The mark of the erasure takes their place. */
  blocks: z.number().int(),
})
export type Erased = z.infer<typeof erased>

/** The erasure of one person's data. The person's identity is stored only while it runs. */
export const erasure = z.object({
  id: z.string(),
  /** The only digits of the number, or of the LID, that stay: for people to read. */
  lastDigits: z.string(),
  status: z.enum(['RUNNING', 'DONE', 'STALLED']),
  erased,
  /** Whether campaigns still skip the person. */
  blocked: z.boolean(),
  /**
   * When campaigns were allowed again, ISO 8601, and the name of the user who allowed them; null while they skip the
   * person.
   */
  lifted: z.object({ at: z.string(), by: z.string() }).nullable(),
  /** The name of the user who requested it. */
  by: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type Erasure = z.infer<typeof erasure>

export const NOTHING_ERASED: Erased = {
  contacts: 0,
  groups: 0,
  recipients: 0,
  messages: 0,
  files: 0,
  tickets: 0,
  blocks: 0,
}
