import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'

/** Calendars speak the chosen language; weeks begin on Sunday, as calendars in Brazil do. */
export function DatesInLanguage({ children }: { children: ReactNode }) {
  const { language } = useTexts()
  return (
    <DatesProvider settings={{ locale: LOCALES[language].toLowerCase(), firstDayOfWeek: 0 }}>
      {children}
    </DatesProvider>
  )
}
