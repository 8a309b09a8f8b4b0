import { firstOf } from '../first-of.ts'
import { firstStride, nextStride } from './strides.ts'
import { type All, type Key, keyIn, type Page, type Partition, partition, type Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** A sequence has this many partitions: 8 × 1,000 writes a second, and the partitions are read in parallel. */
const SPREAD = 8
const DIGITS = 8
/** Rows fetched from each partition at a time when a whole sequence is read. */
const STRIDE = 250

const sortKeyOf = (place: number): string => String(place).padStart(DIGITS, '0')

/** The key of the row at a place (0, 1, 2, …) of a long list, e.g. the recipients of a campaign. */
export const placeKey = <T extends object>(sequence: Partition<T>, place: number): Key<T> =>
  keyIn(`${sequence}#${place % SPREAD}`, sortKeyOf(place))

export interface Placed {
  place: number
}

interface SequenceQuery<T extends object> {
  /** Starts behind this place. */
  after?: number | undefined
  filter?: All<NoInfer<T>>
  consistent?: boolean
}

/** The next rows of a sequence in the order of their places; `after` of the result is where the next page starts. */
export async function pageOfSequence<T extends Placed>(
  table: TenantTable,
  sequence: Partition<T>,
  { limit, ...query }: SequenceQuery<T> & { limit: number },
): Promise<{ rows: Row<T>[]; after?: number }> {
  const rows: Row<T>[] = []
  // One row more than requested tells whether there is a next page.
  for await (const row of merged(table, sequence, query, Math.ceil((limit + 1) / SPREAD) + 1)) {
    rows.push(row)
    if (rows.length > limit) break
  }
  const page = firstOf(rows, limit)
  const last = page.at(-1)
  return { rows: page, ...(last && rows.length > limit && { after: last.place }) }
}

/** All rows of a sequence in order. */
export const rowsOfSequence = <T extends Placed>(
  table: TenantTable,
  sequence: Partition<T>,
  query: SequenceQuery<T> = {},
): AsyncGenerator<Row<T>> => merged(table, sequence, query, STRIDE)

/** Merges the rows of all partitions by place: the row with the lowest place comes next. */
async function* merged<T extends Placed>(
  table: TenantTable,
  sequence: Partition<T>,
  query: SequenceQuery<T>,
  stride: number,
): AsyncGenerator<Row<T>> {
  const parts = Array.from(
    { length: SPREAD },
    (_, part) => new Part<T>(table, partition(`${sequence}#${part}`), query, stride),
  )
  for (;;) {
    const waiting = parts.filter((part) => part.isEmpty)
    if (waiting.length > 0) await Promise.all(waiting.map((part) => part.fetch()))
    const next = parts.reduce<Part<T> | undefined>(
      (lowest, part) => (part.place < (lowest?.place ?? Number.POSITIVE_INFINITY) ? part : lowest),
      undefined,
    )
    const row = next?.take()
    if (!row) return
    yield row
  }
}

/** One partition of a sequence, read a stride at a time. */
class Part<T extends Placed> {
  readonly #table: TenantTable
  readonly #pk: Partition<T>
  readonly #query: SequenceQuery<T>
  #stride: number
  #behind: string | undefined
  #isAtEnd = false
  #rows: Row<T>[] = []
  #taken = 0

  constructor(table: TenantTable, pk: Partition<T>, { after, ...query }: SequenceQuery<T>, stride: number) {
    this.#table = table
    this.#pk = pk
    this.#query = query
    this.#stride = firstStride(stride, query.filter !== undefined)
    this.#behind = after === undefined ? undefined : sortKeyOf(after)
  }

  /** Whether rows must be fetched before the next row is known. */
  get isEmpty(): boolean {
    return this.#taken === this.#rows.length && !this.#isAtEnd
  }

  get place(): number {
    return this.#rows[this.#taken]?.place ?? Number.POSITIVE_INFINITY
  }

  take(): Row<T> | undefined {
    return this.#rows[this.#taken++]
  }

  /** Fetches until there is a row, or the partition ends. */
  async fetch(): Promise<void> {
    this.#rows = []
    this.#taken = 0
    while (this.#rows.length === 0 && !this.#isAtEnd) {
      const page: Page<T> = await this.#table.query({
        ...this.#query,
        pk: this.#pk,
        after: this.#behind,
        limit: this.#stride,
      })
      this.#rows = page.rows
      this.#behind = page.after
      this.#isAtEnd = page.after === undefined
      this.#stride = nextStride(this.#stride, this.#query.filter !== undefined)
    }
  }
}
