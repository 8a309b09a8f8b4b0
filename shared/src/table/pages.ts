import { firstOf } from '../first-of.ts'
import { firstStride, nextStride } from './strides.ts'
import type { All, Page, Partition, Query, Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/**
 * A page of a partition in the order of its sort keys. `after` is where the next page begins. Without a filter it reads
 * only the rows of the page and one more, whatever the size of the partition. With a filter it also reads the rows that
 * do not match.
 */
export async function pageOfPartition<T extends object>(
  table: TenantTable,
  { limit, ...query }: Query<T> & { limit: number },
): Promise<{ rows: Row<T>[]; after?: string }> {
  const rows: Row<T>[] = []
  // One row more than requested tells whether there is a next page.
  for await (const row of rowsInStrides(table, query, limit + 1)) {
    rows.push(row)
    if (rows.length > limit) break
  }
  const shown = firstOf(rows, limit)
  return { rows: shown, ...(rows.length > limit && { after: shown.at(-1)?.sk ?? '' }) }
}

/** A page of a partition whose sort keys are ids, the newest first. `after` is where the next page begins. */
export const pageNewestFirst = <T extends object>(
  table: TenantTable,
  query: {
    pk: Partition<T>
    filter?: All<NoInfer<T>> | undefined
    before?: string | undefined
    limit: number
  },
): Promise<{ rows: Row<T>[]; after?: string }> => {
  const { before, filter, ...rest } = query
  return pageOfPartition<T>(table, { ...rest, ...(filter && { filter }), after: before, descending: true })
}

/**
 * The rows of a query for a caller that stops after `wanted` rows. Each read is as short as possible.
 * @param downTo the lowest wanted sort key of a query in descending order
 */
export async function* rowsInStrides<T extends object>(
  table: TenantTable,
  query: Omit<Query<T>, 'limit'>,
  wanted: number,
  downTo = '',
): AsyncGenerator<Row<T>> {
  const isFiltered = query.filter !== undefined
  let { after } = query
  let limit = firstStride(wanted, isFiltered)
  do {
    const page: Page<T> = await table.query<T>({ ...query, after, limit })
    yield* page.rows.filter(({ sk }) => sk >= downTo)
    after = page.after
    limit = nextStride(limit, isFiltered)
  } while (after !== undefined && after >= downTo)
}
