import * as z from 'zod'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)

/** A period of a weekday in which messages may leave. */
export const sendPeriod = z.strictObject({
  /** 0 Sunday to 6 Saturday. */
  weekday: z.number().int().min(0).max(6),
  /** `HH:mm` in the company's zone; `to` is the first minute outside. */
  from: timeOfDay,
  to: timeOfDay,
})
export type SendPeriod = z.infer<typeof sendPeriod>

const isInOrder = ({ from, to }: { from: string; to: string }): boolean => from < to
const OUT_OF_ORDER = { path: ['to'], message: 'ends_before_it_begins' }

/** When campaigns may send. Periods of a day may overlap; on holidays nothing is sent. */
export const sendWindows = z.strictObject({
  enabled: z.boolean(),
  periods: z.array(sendPeriod.refine(isInOrder, OUT_OF_ORDER)).max(70),
  /** Local dates, `YYYY-MM-DD`. */
  holidays: z.array(z.iso.date()).max(366),
})
export type SendWindows = z.infer<typeof sendWindows>

/** The hours of one date, in place of those of its weekday, and also if it is a holiday. Without periods it is closed. */
export const dateHours = z.strictObject({
  /** A local date, `YYYY-MM-DD`. */
  date: z.iso.date(),
  periods: z
    .array(z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(isInOrder, OUT_OF_ORDER))
    .max(10),
})
export type DateHours = z.infer<typeof dateHours>

/** Dates with hours of their own, each once. */
export const datesWithHours = z
  .array(dateHours)
  .max(366)
  .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, { message: 'date_twice' })

/** Weekly hours, with those of single dates. */
export type Hours = SendWindows & { exceptions?: readonly DateHours[] | undefined }
