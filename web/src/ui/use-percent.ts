import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** A part of a whole as the chosen language writes it: 12 % or 0,4 %. */
export function usePercent(): (part: number, whole: number) => string {
  const { language } = useTexts()
  return (part, whole) => {
    const share = whole > 0 ? part / whole : 0
    // Below ten a share says more with its tenths.
    const maximumFractionDigits = share > 0 && share < 0.1 ? 1 : 0
    return new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits }).format(share)
  }
}
