import * as z from 'zod'

/** What a company may have deleted once it is old. */
export const RETAINED = ['conversations', 'media', 'ledgers', 'audit', 'imports'] as const
export const retained = z.enum(RETAINED)
export type Retained = z.infer<typeof retained>

/**
 * Nothing goes earlier, in days: what is still under way is never so old, since a queue keeps a message for four days
 * and whoever was asked something may answer for three.
 */
export const LEAST_DAYS = 7
/** Ten years. */
export const MOST_DAYS = 3650
const days = z.number().int().min(LEAST_DAYS).max(MOST_DAYS)

const ofEach = <T extends z.ZodType>(schema: T) =>
  z.strictObject({ conversations: schema, media: schema, ledgers: schema, audit: schema, imports: schema })

/** How many days each kind is kept; null: as long as the product keeps it by itself. */
export const retention = ofEach(days.nullable())
export type Retention = z.infer<typeof retention>

/** Between what a company may choose. Without a maximum it may keep everything; with one, nothing is kept longer. */
const bound = z
  .strictObject({ minimum: days, maximum: days.nullable() })
  .refine(({ minimum, maximum }) => maximum === null || minimum <= maximum, {
    path: ['maximum'],
    message: 'below_minimum',
  })
export const retentionBounds = ofEach(bound)
export type RetentionBounds = z.infer<typeof retentionBounds>

/** Everything is kept, but for what has always gone by itself: imports after 90 days, files of uploads after a week. */
export const KEEPS_ALL: Retention = {
  conversations: null,
  media: null,
  ledgers: null,
  audit: null,
  imports: null,
}

/** Where the operator has said nothing: a trail tells what was done for at least half a year. */
export const DEFAULT_BOUNDS: RetentionBounds = {
  conversations: { minimum: 30, maximum: null },
  media: { minimum: LEAST_DAYS, maximum: null },
  ledgers: { minimum: 30, maximum: null },
  audit: { minimum: 180, maximum: null },
  imports: { minimum: LEAST_DAYS, maximum: null },
}

/** How much a clean-up has deleted: messages, files of messages, recipients' campaigns, entries, imports. */
export const removed = ofEach(z.number().int())
export type Removed = z.infer<typeof removed>

export const retentionState = z.object({
  chosen: retention,
  bounds: retentionBounds,
  /** What holds at present: what was chosen, within the bounds. */
  kept: retention,
  /** The last clean-up that came to its end; null before there was one. */
  lastRun: z.object({ finishedAt: z.string(), removed }).nullable(),
})
export type RetentionState = z.infer<typeof retentionState>
