import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Numbers as the chosen language writes them: 1.234 in Portuguese. */
export function useNumbers(): (value: number) => string {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 })
  return (value) => format.format(value)
}
