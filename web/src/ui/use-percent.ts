import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Formats a share in the chosen language: 12 % or 0,4 %. */
export function usePercent(): (part: number, whole: number) => string {
  const { language } = useTexts()
  return (part, whole) => {
    const share = whole > 0 ? part / whole : 0
    // Shares below ten percent are shown with tenths.
    const maximumFractionDigits = share > 0 && share < 0.1 ? 1 : 0
    return new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits }).format(share)
  }
}
