import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { shownPercent } from './shown-percent.ts'

/** Formats a share in the chosen language, by the rule of {@link shownPercent}: 12 % or 0,4 %. */
export function usePercent(): (part: number, whole: number) => string {
  const { language } = useTexts()
  const format = new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 1 })
  return (part, whole) => format.format(shownPercent(part, whole) / 100)
}
