import * as z from 'zod'

/** How people came to agree to be written to. NONE: nobody knows of any consent. */
export const consentSource = z.enum(['CUSTOMER', 'FORM', 'EVENT', 'OTHER', 'NONE'])
export type ConsentSource = z.infer<typeof consentSource>

/** The consent of the people of a list, as somebody of the company vouches for it. */
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

/** EXTRACTED: the numbers were read from WhatsApp, nobody was asked. */
export const consent = z.object({
  source: z.enum([...consentSource.options, 'EXTRACTED']),
  date: z.string().nullable(),
  note: z.string().nullable(),
  /** When it was entered; null where nobody entered it. */
  recordedAt: z.string().nullable(),
  /** The name of who entered it. */
  recordedBy: z.string().nullable(),
})
export type Consent = z.infer<typeof consent>

/** Of lists that were read from WhatsApp. */
export const EXTRACTED: Consent = {
  source: 'EXTRACTED',
  date: null,
  note: null,
  recordedAt: null,
  recordedBy: null,
}

/** Whether a consent is one that people gave. */
export const isGiven = (known: Pick<Consent, 'source'> | null): boolean =>
  known !== null && known.source !== 'NONE' && known.source !== 'EXTRACTED'

/**
 * The consent of a list after contacts with another one came into it. A list is only as good as its weakest
 * part: who is in it without consent is not covered by the others'.
 */
export function consentAfterImport(
  list: { contactsCount: number; consent: Consent | null },
  given: Consent,
): Consent {
  if (list.contactsCount === 0 || !isGiven(given)) return given
  if (list.consent && isGiven(list.consent)) return given
  return list.consent ?? { ...given, source: 'NONE', date: null, note: null }
}
