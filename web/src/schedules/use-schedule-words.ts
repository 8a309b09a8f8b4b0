import { localDate } from '@recado/shared/calendar/local-date'
import { SCHEDULE_REASONS, type Schedule } from '@recado/shared/schedules/schedule'
import dayjs from 'dayjs'
import { contactTitle } from '../contacts/ContactName.tsx'
import { LOCALES } from '../i18n/index.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { failureWords } from '../messages/failure-words.ts'
import { DATE_FORMAT, formatDateTime, formatTime, formatUntil } from '../ui/dates.ts'
import { useZone } from '../zone/use-zone.ts'
import { dateOf } from './days.ts'
import type { ScheduleState } from './schedule-state.ts'

const KNOWN = new Set<string>(SCHEDULE_REASONS)
const isKnown = (reason: string | null): reason is (typeof SCHEDULE_REASONS)[number] =>
  reason !== null && KNOWN.has(reason)

/** Schedules in words. */
export function useScheduleWords() {
  const { t, language } = useTexts()
  const zone = useZone()

  const late = (minutes: number): string =>
    minutes < 60
      ? t('schedules.late.minutes', { minutes })
      : t('schedules.late.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })

  return {
    /** @param now milliseconds since 1970 */
    state: (state: ScheduleState, now: number): string => {
      switch (state.is) {
        case 'waiting':
          return t('schedules.state.waiting', {
            since: formatUntil(state.since, now, zone),
            reason: t(`schedules.waits.${state.waitsFor}`),
          })
        case 'sent':
          return state.lateMinutes > 0
            ? t('schedules.state.sentLate', {
                time: formatTime(state.at, zone),
                late: late(state.lateMinutes),
              })
            : t('schedules.state.sent', { time: formatTime(state.at, zone) })
        case 'failed':
          return isKnown(state.reason)
            ? t(`schedules.reasons.${state.reason}`)
            : failureWords(state.reason, t)
        case 'skipped':
          return t('schedules.reasons.SKIPPED_REPLIED')
        default:
          return t(`schedules.state.${state.is}`)
      }
    },
    /** The day of an instant with its weekday, "qua., 26/11", and the time. The year only if it is another one. */
    moment: (instant: string, now: number): { day: string; time: string } => {
      const weekday = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: zone })
      const [date, today] = [dayjs(dateOf(instant, zone)), dayjs(localDate(now, zone))]
      return {
        day: `${weekday.format(Date.parse(instant))}, ${date.format(date.isSame(today, 'year') ? 'DD/MM' : DATE_FORMAT)}`,
        time: formatTime(instant, zone),
      }
    },
    /** The names of a schedule's contact and of its time, which tell one row from another. */
    names: ({ contact, sendAt }: Pick<Schedule, 'contact' | 'sendAt'>) => ({
      name: contact ? contactTitle(contact) : t('schedules.goneContact'),
      moment: formatDateTime(sendAt, zone),
    }),
  }
}
