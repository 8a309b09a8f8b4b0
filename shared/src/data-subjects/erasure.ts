import * as z from 'zod'

/** What was erased of a person so far. */
export const erased = z.object({
  /** Contacts in lists. */
  contacts: z.number().int(),
  /** Groups that were read, of whose members they were one. */
  groups: z.number().int(),
  /** Recipients of campaigns; what became of their messages still counts. */
  recipients: z.number().int(),
  /** Messages in conversations, their files, and the tickets. */
  messages: z.number().int(),
  files: z.number().int(),
  tickets: z.number().int(),
})
export type Erased = z.infer<typeof erased>

/** The erasure of one person's data. Who it was is known while it goes on alone. */
export const erasure = z.object({
  id: z.string(),
  /** All that is kept of the number for people to read. */
  lastDigits: z.string(),
  status: z.enum(['RUNNING', 'DONE', 'STALLED']),
  erased,
  /** Whether campaigns still leave the person out. */
  blocked: z.boolean(),
  /** The name of who had it done. */
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
}
