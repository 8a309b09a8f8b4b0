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

/** Values of a chart's grid lines: round integers from 0 to the largest value or just above it. */
export function gridOf(largest: number): number[] {
  const rough = Math.max(1, largest / 4)
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step)
}
