import { boundsOfChoice } from '@recado/shared/retention/due'
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
export const isShorter = (before: Retention, after: Retention): boolean => shorterOf(before, after).length > 0

/** The new and the lower maxima. They delete data in all companies, which cannot be undone. */
export const shorterMaxima = (before: RetentionBounds, after: RetentionBounds) =>
  shorterOf(maximaOf(before), maximaOf(after))

const maximaOf = (bounds: RetentionBounds): Retention => {
  const inForce = boundsOfChoice(bounds)
  return forEach((kind) => inForce[kind].maximum)
}

const shorterOf = (before: Retention, after: Retention): { kind: Retained; days: number }[] =>
  RETAINED.flatMap((kind) => {
    const [was, days] = [before[kind], after[kind]]
    return days !== null && (was === null || days < was) ? [{ kind, days }] : []
  })
