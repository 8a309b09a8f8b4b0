import {
  RETAINED,
  type Retained,
  type Retention,
  type RetentionBounds,
} from '@recado/shared/retention/retention'

/** Value of a field of days; '' for no limit. */
export type DaysField = number | string

export type DaysFields = Record<Retained, DaysField>
export type BoundsFields = Record<Retained, { minimum: DaysField; maximum: DaysField }>

const fieldOf = (days: number | null): DaysField => days ?? ''
const daysOf = (field: DaysField): number | null => (field === '' ? null : Number(field))

const forEach = <T>(of: (kind: Retained) => T): Record<Retained, T> => ({
  conversations: of('conversations'),
  media: of('media'),
  ledgers: of('ledgers'),
  audit: of('audit'),
  imports: of('imports'),
})

export const retentionFields = (retention: Retention): DaysFields =>
  forEach((kind) => fieldOf(retention[kind]))
export const retentionOf = (fields: DaysFields): Retention => forEach((kind) => daysOf(fields[kind]))

export const boundsFields = (bounds: RetentionBounds): BoundsFields =>
  forEach((kind) => ({ minimum: fieldOf(bounds[kind].minimum), maximum: fieldOf(bounds[kind].maximum) }))

/** The bounds as the API takes them. An empty minimum is 0. */
export const boundsOf = (fields: BoundsFields): RetentionBounds =>
  forEach((kind) => ({
    minimum: daysOf(fields[kind].minimum) ?? 0,
    maximum: daysOf(fields[kind].maximum),
  }))

/** Whether a period gets shorter, which deletes data and cannot be undone. */
export const isShorter = (before: Retention, after: Retention): boolean =>
  RETAINED.some((kind) => {
    const [was, is] = [before[kind], after[kind]]
    return is !== null && (was === null || is < was)
  })
