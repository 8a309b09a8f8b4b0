import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from './index.ts'

/** The texts of the chosen language, and its code. */
export function useTexts() {
  const { t, i18n } = useTranslation()
  const language: Language = LANGUAGES.find((known) => known === i18n.language) ?? 'pt'
  return { t, language }
}
