import * as z from 'zod'
import { IMPORTS_EXPIRE_DAYS } from '../imports/expiry.ts'

/** The kinds of data that a company may delete by age. */
export const RETAINED = ['conversations', 'media', 'ledgers', 'audit', 'imports'] as const
export const retained = z.enum(RETAINED)
export type Retained = z.infer<typeof retained>

/**
 * The shortest retention, in days. No running work of a campaign is that old: its queues keep a message for four days, and a
 * confirmation question waits for three. What customers wrote may wait longer: the next round deletes it if it is too old.
 */
export const LEAST_DAYS = 7
/** Ten years. */
export const MOST_DAYS = 3650
const days = z.number().int().min(LEAST_DAYS).max(MOST_DAYS)

const ofEach = <T extends z.ZodType>(schema: T) =>
  z.strictObject({ conversations: schema, media: schema, ledgers: schema, audit: schema, imports: schema })

/** Days that each kind is kept; null: the product's own time. */
export const retention = ofEach(days.nullable())
export type Retention = z.infer<typeof retention>

/** The bounds of a company's choice. Without a maximum it may keep everything; with one, nothing is kept longer. */
const bound = z
  .strictObject({ minimum: days, maximum: days.nullable() })
  .refine(({ minimum, maximum }) => maximum === null || minimum <= maximum, {
    path: ['maximum'],
    message: 'below_minimum',
  })
export const retentionBounds = ofEach(bound)
export type RetentionBounds = z.infer<typeof retentionBounds>

const { imports } = retentionBounds.shape
const withinExpiry = z.number().max(IMPORTS_EXPIRE_DAYS)
/** Bounds that an operator may save. Bounds of earlier versions may keep imports longer than they exist. */
export const retentionBoundsInput = retentionBounds.extend({
  imports: imports.pipe(z.strictObject({ minimum: withinExpiry, maximum: withinExpiry.nullable() })),
})

/** Keeps everything, except imports and files of uploads (a week), which always expire. */
export const KEEPS_ALL: Retention = {
  conversations: null,
  media: null,
  ledgers: null,
  audit: null,
  imports: null,
}

/** The operator's default bounds: the audit trail is kept for at least half a year. */
export const DEFAULT_BOUNDS: RetentionBounds = {
  conversations: { minimum: 30, maximum: null },
  media: { minimum: LEAST_DAYS, maximum: null },
  ledgers: { minimum: 30, maximum: null },
  audit: { minimum: 180, maximum: null },
  imports: { minimum: LEAST_DAYS, maximum: null },
}

/** Counts of deleted data: messages, files of messages, campaigns with recipients, audit entries, imports. */
export const removed = ofEach(z.number().int())
export type Removed = z.infer<typeof removed>

export const retentionState = z.object({
  chosen: retention,
  bounds: retentionBounds,
  /** The effective days: the choice within the bounds. */
  kept: retention,
  /** The last completed clean-up; null before the first one. */
  lastRun: z.object({ finishedAt: z.string(), removed }).nullable(),
})
export type RetentionState = z.infer<typeof retentionState>
