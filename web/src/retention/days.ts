import {
  RETAINED,
  type Retained,
  type Retention,
  type RetentionBounds,
} from '@recado/shared/retention/retention'

/** What stands in a field of days: nothing for no limit. */
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

export const fieldsOf = (retention: Retention): DaysFields => forEach((kind) => fieldOf(retention[kind]))
export const retentionIn = (fields: DaysFields): Retention => forEach((kind) => daysOf(fields[kind]))

export const boundsFieldsOf = (bounds: RetentionBounds): BoundsFields =>
  forEach((kind) => ({ minimum: fieldOf(bounds[kind].minimum), maximum: fieldOf(bounds[kind].maximum) }))

/** As the server takes it; a minimum that is left out is none that it takes. */
export const boundsIn = (fields: BoundsFields): RetentionBounds =>
  forEach((kind) => ({
    minimum: daysOf(fields[kind].minimum) ?? 0,
    maximum: daysOf(fields[kind].maximum),
  }))

/** Whether something goes now that was to stay until now: what cannot be taken back. */
export const isShorter = (before: Retention, after: Retention): boolean =>
  RETAINED.some((kind) => {
    const [was, is] = [before[kind], after[kind]]
    return is !== null && (was === null || is < was)
  })
