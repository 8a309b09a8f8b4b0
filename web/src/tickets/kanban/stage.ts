import type { Tag } from '@recado/shared/tags/tag'
import { COUNTED_UP_TO } from '@recado/shared/tickets/contract/ticket'

/** A column of the kanban. */
export interface Stage {
  /** The id of its tag; null for tickets without the tag of any column. */
  id: string | null
  name: string
  /** undefined for tickets without a stage. */
  tag: Tag | undefined
}

/** The value of `data-stage`, by which the column of a card or a pointer is found. */
export const stageAttribute = (id: string | null): string => id ?? ''

interface Loaded {
  records: readonly unknown[]
  hasNextPage?: boolean
  firstPage: { count: number } | undefined
}

/**
 * The number of tickets in a column. A column that is loaded to its end counts its loaded tickets, because events change them at
 * once.
 */
export const countIn = ({ records, hasNextPage, firstPage }: Loaded): number =>
  hasNextPage ? Math.max(records.length, firstPage?.count ?? 0) : records.length

export const countText = (count: number): string =>
  count > COUNTED_UP_TO ? `${COUNTED_UP_TO}+` : String(count)
