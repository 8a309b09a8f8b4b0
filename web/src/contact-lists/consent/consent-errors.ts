import i18next from 'i18next'
import { missingConsentFields } from './consent-values.ts'

/** Errors for missing consent, in words, by the field's path. */
export const consentErrors = (...said: Parameters<typeof missingConsentFields>): Record<string, string> =>
  Object.fromEntries(missingConsentFields(...said).map((field) => [field, i18next.t('form.fieldRequired')]))
