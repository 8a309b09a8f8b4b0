import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Formats numbers in the chosen language: 1.234 in Portuguese. */
export function useNumbers(): (value: number) => string {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 })
  return (value) => format.format(value)
}
