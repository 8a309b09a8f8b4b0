import { type ReportFigure, reportFigure } from '@recado/shared/desk-report/report'
import { cutText } from '@recado/shared/text'
import * as z from 'zod'
import { wallTimeOf } from '../ui/dates.ts'

/** The tickets of a number, and of one queue, attendant or hour of the day. */
export interface ShownTickets {
  figure: ReportFigure
  queueId?: string | undefined
  userId?: string | undefined
  hour?: number | undefined
}

/** Search parameters of a report. Local dates of the company, both included. */
export const reportSearch = z.object({
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  queueId: z.string().optional().catch(undefined),
  userId: z.string().optional().catch(undefined),
  by: z.enum(['queue', 'user', 'hour']).optional().catch(undefined),
  /** The number whose tickets are open. */
  figure: reportFigure.optional().catch(undefined),
  /** Only the tickets of this row. */
  rowQueue: z.string().optional().catch(undefined),
  rowUser: z.string().optional().catch(undefined),
  rowHour: z.coerce.number().int().optional().catch(undefined),
})
export type ReportSearch = z.infer<typeof reportSearch>

/** The tickets that are open; undefined for none. */
export function shownIn({ figure, queueId, userId, ...row }: ReportSearch): ShownTickets | undefined {
  if (!figure) return undefined
  return {
    figure,
    ...shownOf({ queueId: row.rowQueue ?? queueId, userId: row.rowUser ?? userId, hour: row.rowHour }),
  }
}

const shownOf = (values: Omit<ShownTickets, 'figure'>): Omit<ShownTickets, 'figure'> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The same page with the tickets of a number open; with undefined, with none. */
export const showing = (search: ReportSearch, shown: ShownTickets | undefined): ReportSearch => ({
  ...search,
  figure: shown?.figure,
  rowQueue: shown?.queueId,
  rowUser: shown?.userId,
  rowHour: shown?.hour,
})

/** Local dates of the company (YYYY-MM-DD), both included. */
export interface ReportRange {
  from: string
  to: string
}

export const PRESETS = ['today', 'week', 'month'] as const
export type Preset = (typeof PRESETS)[number]
const DAYS_OF: Record<Preset, number> = { today: 1, week: 7, month: 30 }
const DAY_MS = 86_400_000

/** The last days of a preset, today included. @param now milliseconds since 1970 */
export function presetRange(preset: Preset, now: number, zone: string): ReportRange {
  const today = cutText(wallTimeOf(now, zone), 'YYYY-MM-DD'.length)
  const first = new Date(Date.parse(today) - (DAYS_OF[preset] - 1) * DAY_MS).toISOString()
  return { from: cutText(first, today.length), to: today }
}

/** The range of the search parameters; the last seven days unless both dates are there. */
export function reportRange({ from, to }: ReportSearch, now: number, zone: string): ReportRange {
  if (!from || !to) return presetRange('week', now, zone)
  return from <= to ? { from, to } : { from: to, to: from }
}

/** The preset that a range is; undefined for other days. */
export const presetOf = (range: ReportRange, now: number, zone: string): Preset | undefined =>
  PRESETS.find((preset) => {
    const { from, to } = presetRange(preset, now, zone)
    return range.from === from && range.to === to
  })
