import type { All, Key, Page, Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** Rows of one sequence lie in this many partitions: 8 × 1,000 writes a second, and searched side by side. */
const SPREAD = 8
const DIGITS = 8
/** Rows looked through first where there is a filter. */
const FILTERED_STEP = 50

const sortKeyOf = (place: number): string => String(place).padStart(DIGITS, '0')

/** The key of the row at a place (0, 1, 2, …) of a long list, e.g. the recipients of a campaign. */
export const placeKey = (sequence: string, place: number): Key => ({
  pk: `${sequence}#${place % SPREAD}`,
  sk: sortKeyOf(place),
})

export interface Placed {
  place: number
}

interface SequenceQuery {
  /** Goes on behind this place. */
  after?: number | undefined
  limit: number
  filter?: All
  consistent?: boolean
}

/** The next rows of a sequence in order of their places; `after` is the place to go on behind. */
export async function pageOfSequence<T extends Placed>(
  table: TenantTable,
  sequence: string,
  { after, limit, filter, consistent = false }: SequenceQuery,
): Promise<{ rows: Row<T>[]; after?: number }> {
  const parts = await Promise.all(
    Array.from({ length: SPREAD }, (_, part) =>
      // One more than asked for, which tells whether there is more.
      firstRows<T>(table, `${sequence}#${part}`, { after, limit: limit + 1, filter, consistent }),
    ),
  )
  const rows = parts.flat().sort((a, b) => a.place - b.place)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, ...(last && rows.length > limit && { after: last.place }) }
}

/** All rows of a sequence in order. */
export async function* rowsOfSequence<T extends Placed>(
  table: TenantTable,
  sequence: string,
  query: Omit<SequenceQuery, 'limit'> = {},
): AsyncGenerator<Row<T>> {
  let after = query.after
  do {
    const page: { rows: Row<T>[]; after?: number } = await pageOfSequence<T>(table, sequence, {
      ...query,
      after,
      limit: 500,
    })
    yield* page.rows
    after = page.after
  } while (after !== undefined)
}

async function firstRows<T extends Placed>(
  table: TenantTable,
  pk: string,
  { after, limit, filter, consistent }: SequenceQuery & { filter?: All | undefined; consistent: boolean },
): Promise<Row<T>[]> {
  const found: Row<T>[] = []
  let behind = after === undefined ? undefined : sortKeyOf(after)
  // A filter is applied after the limit: what most rows match is found at once, what few match in ever longer steps.
  let step = filter ? FILTERED_STEP : limit
  do {
    const page: Page<T> = await table.query<T>({
      pk,
      after: behind,
      limit: step,
      consistent,
      ...(filter && { filter }),
    })
    found.push(...page.rows)
    behind = page.after
    step *= 4
  } while (behind !== undefined && found.length < limit)
  return found.slice(0, limit)
}
