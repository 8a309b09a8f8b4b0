import type { DateHours, SendPeriod, SendWindows } from '@recado/shared/calendar/weekly-periods'

/** Weekly periods and holidays: of sending, or of opening hours, which may have dates with hours of their own. */
export type Hours = Pick<SendWindows, 'periods' | 'holidays'> & { exceptions?: DateHours[] | undefined }

/** A period of any day. */
export type Period = Pick<SendPeriod, 'from' | 'to'>

/** Sunday first, as in Brazilian calendars. */
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A time field cannot show 24:00, so the end of a day is shown as 00:00. */
const DAY_END = '24:00'
export const shownEnd = (to: string): string => (to === DAY_END ? '00:00' : to)
export const storedEnd = (shown: string): string => (shown === '00:00' ? DAY_END : shown)

export const isFaulty = ({ from, to }: Period): boolean => from === '' || to === '' || from >= to

/** Whether a period lasts from midnight to midnight, which both fields show as 00:00. */
export const isWholeDay = ({ from, to }: Period): boolean => from === '00:00' && to === DAY_END

/** Whether a period ends before it starts, or is incomplete. */
export const hasFaultyPeriod = ({ periods, exceptions = [] }: Hours): boolean =>
  periods.some(isFaulty) || exceptions.some((exception) => exception.periods.some(isFaulty))

/** Drops incomplete periods, which may be left in windows that are switched off. */
export const withoutFaulty = <H extends Hours>(hours: H): H => ({
  ...hours,
  periods: hours.periods.filter((period) => !isFaulty(period)),
})

export const periodsOf = ({ periods }: Hours, weekday: Weekday): SendPeriod[] =>
  periods.filter((period) => period.weekday === weekday)

/** Replaces the periods of a day. Days keep their order. */
export function withDay<H extends Hours>(hours: H, weekday: Weekday, periods: SendPeriod[]): H {
  const days = WEEKDAYS.flatMap((day) => (day === weekday ? periods : periodsOf(hours, day)))
  return { ...hours, periods: days }
}

/** Copies a day's periods to other days. */
export const withCopies = <H extends Hours>(hours: H, from: Weekday, to: readonly Weekday[]): H =>
  to.reduce(
    (copied, weekday) =>
      withDay(
        copied,
        weekday,
        periodsOf(hours, from).map((period) => ({ ...period, weekday })),
      ),
    hours,
  )

/** The suggested next period of a day: a shift, or the one after the last. */
export function nextPeriod(periods: readonly Period[]): Period {
  const last = periods.at(-1)
  if (!last || last.to >= '18:00') return { from: '08:00', to: '12:00' }
  return { from: last.to < '13:00' ? '13:00' : last.to, to: '18:00' }
}

/** Gives exactly these dates hours of their own, in their order. A new one begins with a shift. */
export const withDates = (exceptions: readonly DateHours[], dates: readonly string[]): DateHours[] =>
  [...dates]
    .sort()
    .map(
      (date) =>
        exceptions.find((exception) => exception.date === date) ?? { date, periods: [nextPeriod([])] },
    )
