import * as z from 'zod'

/** The first and the last day that a field takes, YYYY-MM-DD. */
export interface DayLimits {
  firstDay?: string
  lastDay?: string
}

/** Why a typed text is no value: it is not a date, or its day is before the first or after the last one. */
export type DayFault = 'unreadable' | 'tooEarly' | 'tooLate'

interface TypedDay {
  /** YYYY-MM-DD; null without an accepted date. */
  day: string | null
  /** Undefined for an accepted date, and for an empty text. */
  fault: DayFault | undefined
}

/**
 * Reads a typed date: D/M/YYYY with one or two digits for day and month, also with dots or hyphens, or YYYY-MM-DD. Only real
 * days of the calendar are read. A year has four digits and begins with 19 or 20, so the beginning of a date is not a date.
 */
export function readDay(typed: string, { firstDay, lastDay }: DayLimits): TypedDay {
  const text = typed.trim()
  if (text === '') return { day: null, fault: undefined }
  const read = realDay.safeParse(text.replace(DAY_FIRST, inIsoOrder))
  if (!read.success) return { day: null, fault: 'unreadable' }
  if (firstDay && read.data < firstDay) return { day: null, fault: 'tooEarly' }
  if (lastDay && read.data > lastDay) return { day: null, fault: 'tooLate' }
  return { day: read.data, fault: undefined }
}

/** Both separators are the same. */
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

const inIsoOrder = (_: string, day: string, _separator: string, month: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const realDay = z.iso.date().regex(/^(?:19|20)/)
