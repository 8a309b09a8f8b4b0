import { firstOf } from '../first-of.ts'
import type { All, Key, Page, Row } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** Rows of one sequence lie in this many partitions: 8 × 1,000 writes a second, and read side by side. */
const SPREAD = 8
const DIGITS = 8
/** Rows fetched of each partition at a time when a whole sequence is read. */
const STRIDE = 250
/** Rows looked through first where there is a filter. */
const FILTERED_STRIDE = 50
/** Rows looked through at a time at most; DynamoDB gives a megabyte of them at most. */
const LONGEST_FILTERED_STRIDE = 5000

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
  filter?: All
  consistent?: boolean
}

/** The next rows of a sequence in order of their places; `after` is the place to go on behind. */
export async function pageOfSequence<T extends Placed>(
  table: TenantTable,
  sequence: string,
  { limit, ...query }: SequenceQuery & { limit: number },
): Promise<{ rows: Row<T>[]; after?: number }> {
  const rows: Row<T>[] = []
  // One more than asked for, which tells whether there is more.
  for await (const row of merged<T>(table, sequence, query, Math.ceil((limit + 1) / SPREAD) + 1)) {
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
  sequence: string,
  query: SequenceQuery = {},
): AsyncGenerator<Row<T>> => merged<T>(table, sequence, query, STRIDE)

/** The rows of all partitions in one order: of their next rows always the one with the lowest place. */
async function* merged<T extends Placed>(
  table: TenantTable,
  sequence: string,
  query: SequenceQuery,
  stride: number,
): AsyncGenerator<Row<T>> {
  const parts = Array.from(
    { length: SPREAD },
    (_, part) => new Part<T>(table, `${sequence}#${part}`, query, stride),
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
  readonly #pk: string
  readonly #query: SequenceQuery
  #stride: number
  #behind: string | undefined
  #isAtEnd = false
  #rows: Row<T>[] = []
  #taken = 0

  constructor(table: TenantTable, pk: string, { after, ...query }: SequenceQuery, stride: number) {
    this.#table = table
    this.#pk = pk
    this.#query = query
    // A filter is applied after the limit: what most rows match is found at once, what few match in ever longer strides.
    this.#stride = query.filter ? Math.max(stride, FILTERED_STRIDE) : stride
    this.#behind = after === undefined ? undefined : sortKeyOf(after)
  }

  /** Whether rows must be fetched before it can be said which is next. */
  get isEmpty(): boolean {
    return this.#taken === this.#rows.length && !this.#isAtEnd
  }

  get place(): number {
    return this.#rows[this.#taken]?.place ?? Number.POSITIVE_INFINITY
  }

  take(): Row<T> | undefined {
    return this.#rows[this.#taken++]
  }

  /** Fetches until there is a row, or no more. */
  async fetch(): Promise<void> {
    this.#rows = []
    this.#taken = 0
    while (this.#rows.length === 0 && !this.#isAtEnd) {
      const page: Page<T> = await this.#table.query<T>({
        ...this.#query,
        pk: this.#pk,
        after: this.#behind,
        limit: this.#stride,
      })
      this.#rows = page.rows
      this.#behind = page.after
      this.#isAtEnd = page.after === undefined
      if (this.#query.filter) this.#stride = Math.min(LONGEST_FILTERED_STRIDE, this.#stride * 4)
    }
  }
}
