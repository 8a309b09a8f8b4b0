import { cutText } from '@recado/shared/text'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { formatDate } from '../ui/dates.ts'
import type { Bar, BarStep } from './bars.ts'

/** The name of a bar: 21/11 in short, 21/11/2026 in full; a month is nov. or novembro de 2026. */
export function useBarName(step: BarStep): (bar: Bar, length: 'short' | 'long') => string {
  const { language } = useTexts()
  // Local dates have no zone. They are parsed and formatted in the same one.
  const month = {
    short: new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', month: 'short' }),
    long: new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  }
  return ({ from }, length) => {
    if (step === 'month') return month[length].format(Date.parse(from))
    const date = formatDate(from)
    return length === 'long' ? date : cutText(date, 'DD/MM'.length)
  }
}
