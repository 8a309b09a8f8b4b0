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

/** When campaigns may send. Periods of a day may overlap; on holidays nothing is sent. */
export const sendWindows = z.strictObject({
  enabled: z.boolean(),
  periods: z
    .array(sendPeriod.refine(({ from, to }) => from < to, { path: ['to'], message: 'ends_before_it_begins' }))
    .max(70),
  /** Local dates, `YYYY-MM-DD`. */
  holidays: z.array(z.iso.date()).max(366),
})
export type SendWindows = z.infer<typeof sendWindows>
