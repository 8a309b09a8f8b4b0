import { type Consent, isGiven } from '@recado/shared/contact-lists/consent'
import { useTexts } from '../../i18n/use-texts.ts'
import { formatDate, formatDateTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'

/** A list's consent in words: its source, who recorded it, and when. */
export function useConsentText(): (consent: Consent | null) => string {
  const { t } = useTexts()
  const zone = useZone()
  const said = (consent: Consent | null): string => {
    if (!consent) return t('contactLists.consent.unsaid')
    if (!isGiven(consent)) return t(`contactLists.consent.texts.${consent.source}`)
    const text = t(`contactLists.consent.texts.${consent.source}`)
    return consent.date
      ? t('contactLists.consent.since', { text, date: formatDate(consent.date) })
      : `${text}.`
  }
  return (consent) => {
    const parts = [said(consent)]
    if (consent?.note) parts.push(t('contactLists.consent.noted', { note: consent.note }))
    if (consent?.recordedBy && consent.recordedAt) {
      const date = formatDateTime(consent.recordedAt, zone)
      parts.push(t('contactLists.consent.recorded', { name: consent.recordedBy, date }))
    }
    return parts.join(' ')
  }
}
