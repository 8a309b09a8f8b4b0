import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Calendars speak the chosen language; weeks begin on Sunday, as in Brazil, and no day is in a red too pale to read. */
export function DatesInLanguage({ children }: { children: ReactNode }) {
  const { language } = useTexts()
  return (
    <DatesProvider settings={{ locale: LOCALES[language].toLowerCase(), firstDayOfWeek: 0, weekendDays: [] }}>
      {children}
    </DatesProvider>
  )
}
