import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Calendars use the chosen language. Weeks begin on Sunday, as in Brazil, and weekends have no pale red. */
export function DatesInLanguage({ children }: { children: ReactNode }) {
  const { language } = useTexts()
  return (
    <DatesProvider settings={{ locale: LOCALES[language].toLowerCase(), firstDayOfWeek: 0, weekendDays: [] }}>
      {children}
    </DatesProvider>
  )
}
