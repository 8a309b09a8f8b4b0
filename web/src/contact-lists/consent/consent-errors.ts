import i18next from 'i18next'
import { missingOf } from './consent-values.ts'

/** What is still missing of consent, in words, by the field's path. */
export const consentErrors = (...said: Parameters<typeof missingOf>): Record<string, string> =>
  Object.fromEntries(missingOf(...said).map((field) => [field, i18next.t('form.fieldRequired')]))
