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
