import type { SendPeriod, SendWindows } from '@recado/shared/campaigns/settings'

/** Times of the week, and days that have none: those of sending, or those in which a company is open. */
export type Hours = Pick<SendWindows, 'periods' | 'holidays'>

/** Sunday first, as calendars do here. */
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A time field knows no 24:00: the midnight at a day's end reads 00:00 in it. */
const DAY_END = '24:00'
export const shownEnd = (to: string): string => (to === DAY_END ? '00:00' : to)
export const storedEnd = (shown: string): string => (shown === '00:00' ? DAY_END : shown)

export const isFaulty = ({ from, to }: SendPeriod): boolean => from === '' || to === '' || from >= to

/** Whether a period ends before it begins. */
export const hasFaultyPeriod = ({ periods }: Hours): boolean => periods.some(isFaulty)

/** What was begun and is not finished need not stay with windows that are switched off. */
export const withoutFaulty = <H extends Hours>(hours: H): H => ({
  ...hours,
  periods: hours.periods.filter((period) => !isFaulty(period)),
})

export const periodsOf = ({ periods }: Hours, weekday: Weekday): SendPeriod[] =>
  periods.filter((period) => period.weekday === weekday)

/** A day's periods in place of those it had; days stay in their order. */
export function withDay<H extends Hours>(hours: H, weekday: Weekday, periods: SendPeriod[]): H {
  const days = WEEKDAYS.flatMap((day) => (day === weekday ? periods : periodsOf(hours, day)))
  return { ...hours, periods: days }
}

/** The same periods on other days. */
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

/** What a day is proposed: a shift, or the one after the day's last. */
export function nextPeriod(weekday: Weekday, periods: SendPeriod[]): SendPeriod {
  const last = periods.at(-1)
  if (!last || last.to >= '18:00') return { weekday, from: '08:00', to: '12:00' }
  return { weekday, from: last.to < '13:00' ? '13:00' : last.to, to: '18:00' }
}
