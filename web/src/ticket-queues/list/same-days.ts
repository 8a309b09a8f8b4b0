import type { CompanySchedules } from '@recado/shared/companies/company'
import { periodsOf, type Weekday } from '../../ui/hours/periods.ts'

/** Consecutive weekdays with the same periods. */
interface SameDays {
  first: Weekday
  last: Weekday
  /** `08:00–12:00` and the like. */
  periods: string[]
}

/** Monday first: a week reads "seg–sex", not "dom, seg–sex". */
const READ_FROM_MONDAY: Weekday[] = [1, 2, 3, 4, 5, 6, 0]

/** The open days of a week, those with the same hours together. */
export function sameDaysOf(schedules: CompanySchedules): SameDays[] {
  const groups: SameDays[] = []
  let previous: SameDays | undefined
  for (const weekday of READ_FROM_MONDAY) {
    const periods = periodsOf(schedules, weekday)
      .map(({ from, to }) => `${from}–${to}`)
      .sort()
    if (periods.length === 0) {
      previous = undefined
    } else if (previous?.periods.join() === periods.join()) {
      previous.last = weekday
    } else {
      previous = { first: weekday, last: weekday, periods }
      groups.push(previous)
    }
  }
  return groups
}
