import { LANGUAGES, type Language } from '@recado/shared/language'
import { useTranslation } from 'react-i18next'

/** The texts of the chosen language, and its code. */
export function useTexts() {
  const { t, i18n } = useTranslation()
  const language: Language = LANGUAGES.find((known) => known === i18n.language) ?? 'pt'
  return { t, language }
}
