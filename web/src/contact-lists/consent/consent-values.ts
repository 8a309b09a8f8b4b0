import { type Consent, type ConsentInput, consentSource } from '@recado/shared/contact-lists/consent'

/** Consent as a form holds it. `source` is '' while nobody has said anything. */
export interface ConsentValues {
  source: string
  /** A local day, YYYY-MM-DD. */
  date: string | null
  note: string
}

/** What a form begins with: what is known, where people can say it themselves. */
export function consentValuesOf(known: Consent | null): ConsentValues {
  const source = consentSource.safeParse(known?.source)
  if (!known || !source.success) return { source: '', date: null, note: '' }
  return { source: source.data, date: known.date, note: known.note ?? '' }
}

/** What an import begins with: nobody knows of a consent until somebody says so. */
export function consentToSay(known: Consent | null): ConsentValues {
  const values = consentValuesOf(known)
  return values.source === '' ? { ...values, source: 'NONE' } : values
}

/** What is sent; undefined where nothing was said. */
export function consentSent({ source, date, note }: ConsentValues): ConsentInput | undefined {
  const known = consentSource.safeParse(source)
  if (!known.success) return undefined
  return { source: known.data, date: known.data === 'NONE' ? null : date, note: note.trim() || null }
}

/** What is still missing, by the field's path in a form that holds the values as `consent`. */
export function missingOf(
  { source, date }: ConsentValues,
  { isRequired }: { isRequired: boolean },
): string[] {
  if (source === '') return isRequired ? ['consent.source'] : []
  return source !== 'NONE' && !date ? ['consent.date'] : []
}
