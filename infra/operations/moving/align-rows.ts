import { createHash } from 'node:crypto'
import { everyPartition } from '@recado/shared/companies/deletion/every-partition'
import { allRows, type Key, partition } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cutText } from '@recado/shared/text'
import type { AnyRow, RowTranslation } from './row-translation.ts'
import type { Sides } from './side.ts'

/** All partitions of one kind, such as the messages of all conversations, at both sides. */
export interface Compared {
  /** A partition's name without the ids in it. */
  rows: string
  source: number
  target: number
  sourceHash: string
  targetHash: string
  /** Rows that were missing, different, or only at the target. They are written, and so count for the next look. */
  changed: number
}

/** Partitions that are compared at the same time. */
const AT_ONCE = 40
const WRITTEN_AT_ONCE = 100

/**
 * Makes the target's rows of a company equal to the source's, partition by partition, and compares them on the way. It
 * writes only rows that differ, so it may be repeated, also after a crash.
 * @returns the state before the writes; partitions without rows are left out
 */
export async function alignRows(
  { source, target }: Sides,
  translation: RowTranslation,
  now: number,
): Promise<Compared[]> {
  // The target's names too: the source may have deleted the row that leads to a partition.
  const names = new Set<string>()
  for (const { table } of [source, target]) for await (const name of everyPartition(table)) names.add(name)
  const all = [...names].sort()
  const found: Alignment[] = []
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE)
    const aligned = some.map((name) => alignPartition(name, source.table, target.table, translation, now))
    found.push(...(await Promise.all(aligned)))
  }
  return byKind(found)
}

interface Alignment {
  name: string
  source: Tally
  target: Tally
  changed: number
}

/** The number of rows, and a hash over the digests of all of them in the order of their keys. */
class Tally {
  rows = 0
  readonly #hash = createHash('sha256')

  add(digest: string): void {
    this.rows++
    this.#hash.update(digest)
  }

  digest = (): string => this.#hash.digest('hex')
}

/** Goes through both sides in the order of the sort keys. */
async function alignPartition(
  name: string,
  source: TenantTable,
  target: TenantTable,
  translation: RowTranslation,
  now: number,
): Promise<Alignment> {
  const [tally, tallyThere] = [new Tally(), new Tally()]
  const writes = new PendingWrites(target)
  const ours = rowsOf(source, name, translation, now)
  const theirs = rowsOf(target, name, translation, now)
  let [here, there] = [await nextOf(ours), await nextOf(theirs)]
  while (here || there) {
    const order = here && there ? bytewise(here.sk, there.sk) : here ? -1 : 1
    const [given, copy] = [order <= 0 ? here : undefined, order >= 0 ? there : undefined]
    const digest = given && (await translation.sourceDigest(given))
    const digestThere = copy && (await translation.targetDigest(copy))
    if (digest) tally.add(digest)
    if (digestThere) tallyThere.add(digestThere)
    if (given && digest !== digestThere) await writes.put(await translation.forTarget(given))
    if (copy && !given) await writes.delete({ pk: copy.pk, sk: copy.sk })
    if (given) here = await nextOf(ours)
    if (copy) there = await nextOf(theirs)
  }
  return { name, source: tally, target: tallyThere, changed: await writes.end() }
}

async function* rowsOf(
  table: TenantTable,
  name: string,
  translation: RowTranslation,
  now: number,
): AsyncGenerator<AnyRow> {
  const rows = allRows(table, { pk: partition<{ [attribute: string]: unknown }>(name), consistent: true })
  for await (const row of rows) if (!translation.isLeftOut(row, now)) yield row
}

const nextOf = async (rows: AsyncGenerator<AnyRow>): Promise<AnyRow | undefined> => {
  const { value, done } = await rows.next()
  return done ? undefined : value
}

/** The order in which DynamoDB returns sort keys. */
const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Writes to the target in batches. */
class PendingWrites {
  readonly #table: TenantTable
  #rows: AnyRow[] = []
  #keys: Key[] = []
  #count = 0

  constructor(table: TenantTable) {
    this.#table = table
  }

  async put(row: AnyRow): Promise<void> {
    this.#count++
    this.#rows.push(row)
    if (this.#rows.length >= WRITTEN_AT_ONCE) await this.#flush()
  }

  async delete(key: Key): Promise<void> {
    this.#count++
    this.#keys.push(key)
    if (this.#keys.length >= WRITTEN_AT_ONCE) await this.#flush()
  }

  /** @returns the number of changed rows */
  async end(): Promise<number> {
    await this.#flush()
    return this.#count
  }

  async #flush(): Promise<void> {
    const [rows, keys] = [this.#rows, this.#keys]
    this.#rows = []
    this.#keys = []
    if (rows.length > 0) await this.#table.putMany(rows)
    if (keys.length > 0) await this.#table.deleteMany(keys)
  }
}

function byKind(found: readonly Alignment[]): Compared[] {
  const kinds = Map.groupBy(
    found.filter(({ source, target }) => source.rows + target.rows > 0),
    ({ name }) => name.split('#')[0] ?? name,
  )
  return [...kinds].map(([rows, parts]) => {
    const both = parts.map(({ source, target }) => [source.digest(), target.digest()] as const)
    return {
      rows,
      source: sumOf(parts.map(({ source }) => source.rows)),
      target: sumOf(parts.map(({ target }) => target.rows)),
      sourceHash: hashOf(both.map(([here]) => here)),
      targetHash: hashOf(both.map(([, there]) => there)),
      changed: sumOf(parts.map(({ changed }) => changed)),
    }
  })
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
/** Digits of a hash that people compare. */
const SHOWN = 12
const hashOf = (digests: readonly string[]): string =>
  cutText(createHash('sha256').update(digests.join()).digest('hex'), SHOWN)
