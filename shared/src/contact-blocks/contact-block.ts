import * as z from 'zod'
import { name } from '../name.ts'

export const contactBlockInput = z.strictObject({
  name,
  /** 8 to 16 characters, not counting blanks and punctuation (part 2 §5). */
  number: z
    .string()
    .trim()
    .max(50)
    .refine((number) => /^.{8,16}$/u.test(number.replace(/[\s().\-/]/g, ''))),
})
export type ContactBlockInput = z.infer<typeof contactBlockInput>

/** Why an admin lifts an opt-out. The audit trail records it. */
export const unblockReason = z.string().trim().min(3).max(200)
export const unblocking = z.strictObject({ reason: unblockReason.optional() })

/** The message by which a person opted out. */
export const optOutEvidence = z.object({
  text: z.string(),
  /** WhatsApp's time of the message, ISO 8601. */
  at: z.string(),
  whatsappId: z.string(),
})
export type OptOutEvidence = z.infer<typeof optOutEvidence>

/**
 * An opt-out that ended. The company must be able to prove both the opt-out and the consent after it (Lei 13.709/2018,
 * art. 8 §2).
 */
export const endedOptOut = z.object({
  evidence: optOutEvidence,
  /** The person's own message, or the admin who lifted the opt-out. `at` is ISO 8601. */
  end: z.discriminatedUnion('by', [
    optOutEvidence.extend({ by: z.literal('PERSON') }),
    z.object({ by: z.literal('ADMIN'), at: z.string(), name: z.string(), reason: z.string() }),
  ]),
})
export type EndedOptOut = z.infer<typeof endedOptOut>

/** How a person was blocked. */
export const blockOrigin = z.enum(['MANUAL', 'IMPORT', 'OPT_OUT'])

export const contactBlock = z.object({
  id: z.string(),
  name: z.string(),
  /** Digits with country code; '' while only the person's LID is known. */
  number: z.string(),
  origin: blockOrigin,
  /** Only for an OPT_OUT. */
  evidence: optOutEvidence.nullable(),
  createdAt: z.string(),
})
export type ContactBlock = z.infer<typeof contactBlock>
