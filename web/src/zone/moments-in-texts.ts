import i18next from 'i18next'
import { formatUntil } from '../ui/dates.ts'
import { serverNow } from '../ui/server-clock.ts'
import { zoneOfSession } from './use-zone.ts'

/** Lets texts show a moment of the API in the company's zone: `até {{until, moment}}`. Call it once the texts are there. */
export const showMomentsInTexts = (): void =>
  i18next.services.formatter?.add('moment', (value) =>
    formatUntil(String(value), serverNow(), zoneOfSession()),
  )
