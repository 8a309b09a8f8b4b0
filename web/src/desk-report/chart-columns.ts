import type { DeskReport, Figures } from '@recado/shared/desk-report/report'
import { cutText } from '@recado/shared/text'
import type { ChartColumn } from '../ui/chart/chart.ts'
import { formatDate } from '../ui/dates.ts'

/** Opened and closed tickets of an hour, a day or a week. */
type ReportColumn = ChartColumn<'opened' | 'closed'>

export type ChartStep = 'hour' | 'day' | 'week'

/** More days would be too thin: they are shown by week. */
const DAYS_AS_DAYS = 31
const WEEK = 7

/** The columns of a report's chart: the hours of a single day, else its days or weeks. */
export function chartColumns({ day, hour }: DeskReport['by']): { step: ChartStep; columns: ReportColumn[] } {
  if (day.length === 1)
    return {
      step: 'hour',
      columns: hour.map((each) => column(String(each.hour), `${each.hour}h`, `${each.hour}h`, [each])),
    }
  const step = day.length <= DAYS_AS_DAYS ? 'day' : 'week'
  const size = step === 'day' ? 1 : WEEK
  const firsts = day.filter((_, index) => index % size === 0)
  return {
    step,
    columns: firsts.map(({ day: first }, index) => {
      const date = formatDate(first)
      const part = day.filter((_, at) => Math.floor(at / size) === index)
      return column(first, cutText(date, 'DD/MM'.length), date, part)
    }),
  }
}

const column = (key: string, short: string, long: string, parts: readonly Figures[]): ReportColumn => ({
  key,
  short,
  long,
  values: {
    opened: parts.reduce((sum, { opened }) => sum + opened, 0),
    closed: parts.reduce((sum, { closed }) => sum + closed, 0),
  },
})
