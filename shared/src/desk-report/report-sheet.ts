import type { Language } from '../language.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { DeskReport, Figures } from './report.ts'
import { REPORT_COLUMNS, REPORT_WORDS } from './report-words.ts'

/** A report as a spreadsheet: a row for the whole period, then one for each day, queue, attendant and hour. */
export function reportSheet({ period, by }: Pick<DeskReport, 'period' | 'by'>, language: Language): Sheet {
  const words = REPORT_WORDS[language]
  const nameOf = (id: string | null, name: string | null, without: string): string =>
    id === null ? without : (name ?? words.deleted)
  const rate = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const rowOf = (kind: keyof typeof by | 'period', name: string, figures: Figures) => [
    words.by[kind],
    name,
    ...cellsOf(figures, rate),
  ]
  return {
    name: words.name,
    header: REPORT_COLUMNS.map((column) => words.columns[column]),
    rows: [
      rowOf('period', '', period),
      ...by.day.map((each) => rowOf('day', each.day, each)),
      ...by.queue.map((each) => rowOf('queue', nameOf(each.queueId, each.name, words.noQueue), each)),
      ...by.user.map((each) => rowOf('user', nameOf(each.userId, each.name, words.noUser), each)),
      ...by.hour.map((each) => rowOf('hour', `${each.hour}h`, each)),
    ],
  }
}

function cellsOf(figures: Figures, rate: Intl.NumberFormat): string[] {
  const { opened, closed, reopened, firstResponse, resolution, target, rating } = figures
  return [
    ...[opened, closed, reopened].map(String),
    ...[firstResponse.median, firstResponse.p90, resolution.median, resolution.p90].map(clock),
    ...[target.met, target.of, rating.asked, rating.count].map(String),
    rating.mean === null ? '' : rate.format(rating.mean),
  ]
}

/** "1:05:09"; '' for no time. @param seconds whole ones */
function clock(seconds: number | null): string {
  if (seconds === null) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
