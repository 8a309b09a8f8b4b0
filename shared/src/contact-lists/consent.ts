import * as z from 'zod'

/** The source of people's consent to messages. NONE: no known consent. */
export const consentSource = z.enum(['CUSTOMER', 'FORM', 'EVENT', 'OTHER', 'NONE'])
export type ConsentSource = z.infer<typeof consentSource>

/** The consent of a list's people, as a user of the company declares it. */
export const consentInput = z
  .strictObject({
    source: consentSource,
    /** A local day, YYYY-MM-DD. */
    date: z.iso
      .date()
      .nullish()
      .transform((date) => date ?? null),
    note: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .transform((note) => note || null),
  })
  .refine(({ source, date }) => source === 'NONE' || date !== null, { path: ['date'] })
export type ConsentInput = z.infer<typeof consentInput>

/** EXTRACTED: the numbers were read from WhatsApp, without anyone's consent. */
export const consent = z.object({
  source: z.enum([...consentSource.options, 'EXTRACTED']),
  date: z.string().nullable(),
  note: z.string().nullable(),
  /** When a user entered it; null if it was not entered. */
  recordedAt: z.string().nullable(),
  /** The name of that user. */
  recordedBy: z.string().nullable(),
})
export type Consent = z.infer<typeof consent>

/** The consent of lists that were read from WhatsApp. */
export const EXTRACTED: Consent = {
  source: 'EXTRACTED',
  date: null,
  note: null,
  recordedAt: null,
  recordedBy: null,
}

/** Whether the people really gave a consent. */
export const isGiven = (known: Pick<Consent, 'source'> | null): boolean =>
  known !== null && known.source !== 'NONE' && known.source !== 'EXTRACTED'

/**
 * The consent of a list after contacts with another consent were imported. The weakest part counts: contacts without
 * consent are not covered by that of others.
 */
export function consentAfterImport(
  list: { contactsCount: number; consent: Consent | null },
  given: Consent,
): Consent {
  if (list.contactsCount === 0 || !isGiven(given)) return given
  if (list.consent && isGiven(list.consent)) return given
  return list.consent ?? { ...given, source: 'NONE', date: null, note: null }
}
