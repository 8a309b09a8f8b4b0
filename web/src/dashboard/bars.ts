import { cutText } from '@recado/shared/text'
/** Messages of one day, week or month. */
export interface Bar {
  /** The first day, YYYY-MM-DD. */
  from: string
  sent: number
}

export type BarStep = 'day' | 'week' | 'month'

interface Day {
  day: string
  sent: number
}

/** The longest range with one bar a day. More bars would be too thin, and half a year is better read in months. */
const DAYS_AS_DAYS = 62
const DAYS_AS_WEEKS = 184
const WEEK = 7

/** Groups the days of a range into bars of a day, a week or a month. */
export function barsOf(days: readonly Day[]): { step: BarStep; bars: Bar[] } {
  const step = stepFor(days.length)
  const bars = new Map<string | number, Bar>()
  for (const [index, { day, sent }] of days.entries()) {
    const key = { day: index, week: Math.floor(index / WEEK), month: cutText(day, 'YYYY-MM'.length) }[step]
    const bar = bars.get(key) ?? { from: day, sent: 0 }
    bars.set(key, { ...bar, sent: bar.sent + sent })
  }
  return { step, bars: [...bars.values()] }
}

function stepFor(days: number): BarStep {
  if (days <= DAYS_AS_DAYS) return 'day'
  return days <= DAYS_AS_WEEKS ? 'week' : 'month'
}
