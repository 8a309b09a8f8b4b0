import { type Consent, type ConsentInput, consentSource } from '@recado/shared/contact-lists/consent'

/** Values of the consent fields. `source` is '' until a choice is made. */
export interface ConsentValues {
  source: string
  /** A local day, YYYY-MM-DD. */
  date: string | null
  note: string
}

/** Initial values: the recorded consent, if its source is one that users can choose. */
export function consentFormValues(known: Consent | null): ConsentValues {
  const source = consentSource.safeParse(known?.source)
  if (!known || !source.success) return { source: '', date: null, note: '' }
  return { source: source.data, date: known.date, note: known.note ?? '' }
}

/** The consent as the API takes it; undefined without a choice. */
export function consentInputOf({ source, date, note }: ConsentValues): ConsentInput | undefined {
  const known = consentSource.safeParse(source)
  if (!known.success) return undefined
  return { source: known.data, date: known.data === 'NONE' ? null : date, note: note.trim() || null }
}

/** Paths of the missing fields, in a form that holds the values as `consent`. */
export function missingConsentFields(
  { source, date }: ConsentValues,
  { isRequired }: { isRequired: boolean },
): string[] {
  if (source === '') return isRequired ? ['consent.source'] : []
  return source !== 'NONE' && !date ? ['consent.date'] : []
}
