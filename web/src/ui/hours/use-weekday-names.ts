import { LOCALES } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Weekday } from './periods.ts'

/** A Sunday. The following days have the numbers of their weekdays. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** Names of the weekdays in the chosen language, capitalised: "Segunda-feira". */
export function useWeekdayNames(): (weekday: Weekday) => string {
  const { language } = useTexts()
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' })
  return (weekday) => {
    const name = format.format(SUNDAY + weekday * DAY_MS)
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
}
