import { createHmac, hkdfSync } from 'node:crypto'
import type { DataKeys } from '@recado/shared/secrets/keys'
import { seal, unseal } from '@recado/shared/secrets/seal'
import { allRows, committed, type Key, type Table, type Write } from '@recado/shared/table/table'
import { patiently } from '../patience.ts'
import { FenceLost } from './fence.ts'
import { cutUp, pieceName, type Together, transactionsOf } from './pieces.ts'
import { allWritten } from './unfinished-writes.ts'

const OWNER = 'OWNER'
const DATA_KEY = 'DATA-KEY'

/**
 * A connection's WhatsApp keys, encrypted row by row under a data key of the connection's own. Every write
 * is one transaction with a check of the fence, so that a task whose lease has gone cannot write.
 */
export class AuthRows {
  readonly #table: Table
  readonly #pk: string
  readonly #fence: number
  readonly #dataKey: Uint8Array
  readonly #nameKey: Uint8Array

  /** Takes the connection's keys into possession under this fence. @throws FenceLost */
  static async open(
    table: Table,
    keys: DataKeys,
    owner: { companyId: string; connectionId: string; fence: number },
  ) {
    const pk = `${owner.companyId}#${owner.connectionId}`
    const { fence } = owner
    await allWritten(pk)
    const taken = await committed(
      table.update({ pk, sk: OWNER }, { set: { fence } }, [
        { fence: { exists: false } },
        { fence: { below: fence } },
        { fence },
      ]),
    )
    if (!taken) throw new FenceLost()
    return new AuthRows(table, pk, fence, await dataKeyOf(table, keys, pk, owner))
  }

  private constructor(table: Table, pk: string, fence: number, dataKey: Uint8Array) {
    this.#table = table
    this.#pk = pk
    this.#fence = fence
    this.#dataKey = dataKey
    this.#nameKey = Buffer.from(hkdfSync('sha256', dataKey, '', 'names of rows', 32))
  }

  /** Which connection they are of. */
  get connection(): string {
    return this.#pk
  }

  /** Texts by name; what does not exist is missing. */
  async read(names: readonly string[]): Promise<Map<string, string>> {
    const firsts = await this.#rows(names)
    const rest = await this.#rows([...firsts].flatMap(([name, { pieces }]) => namesOf(name, pieces).slice(1)))
    return new Map(
      [...firsts].map(([name, first]) => {
        const others = namesOf(name, first.pieces)
          .slice(1)
          .map((each) => rest.get(each)?.sealed ?? NOTHING)
        return [name, this.#open(name, Buffer.concat([first.sealed, ...others]))]
      }),
    )
  }

  /** Stores texts by name, null deletes. All or nothing up to 99 rows and 3.5 MB. @throws FenceLost */
  async write(texts: ReadonlyMap<string, string | null>): Promise<void> {
    const check: Write = { check: { pk: this.#pk, sk: OWNER }, when: { fence: this.#fence } }
    for (const writes of transactionsOf([...texts].map(([name, text]) => this.#writesOf(name, text)))) {
      // Sealed once: written again after an answer that was lost, it is the same.
      if (!(await patiently(() => committed(this.#table.transact([check, ...writes]))))) throw new FenceLost()
    }
  }

  /**
   * Forgets everything, the data key included: what a backup still holds cannot be opened any more.
   * @param forGood who holds it is forgotten too: there will be nothing to hold
   */
  async shred(forGood = false): Promise<void> {
    // First of all: what is written from now on finds that nobody holds it.
    if (forGood) await this.#table.delete({ pk: this.#pk, sk: OWNER })
    const keys: Key[] = []
    for await (const { pk, sk } of allRows(this.#table, { pk: this.#pk, consistent: true }))
      keys.push({ pk, sk })
    await this.#table.deleteMany(keys.filter(({ sk }) => sk !== OWNER))
  }

  async #rows(names: readonly string[]): Promise<Map<string, Sealed>> {
    if (names.length === 0) return new Map()
    const named = new Map(names.map((name) => [this.#key(name).sk, name]))
    const keys = names.map((name) => this.#key(name))
    const rows = await patiently(() => this.#table.getMany<Sealed>(keys))
    return new Map(rows.map((row) => [named.get(row.sk) ?? '', row]))
  }

  /** Pieces that a shorter text leaves behind are read by nobody. */
  #writesOf(name: string, text: string | null): Together {
    if (text === null) return { writes: [{ delete: this.#key(name) }], bytes: 0 }
    const sealed = seal(this.#dataKey, Buffer.from(text), this.#context(name))
    const [first = NOTHING, ...others] = cutUp(sealed)
    const row = { ...this.#key(name), sealed: first, ...(others.length > 0 && { pieces: others.length + 1 }) }
    const pieces = others.map((piece, index) => ({
      put: { ...this.#key(pieceName(name, index + 1)), sealed: piece },
    }))
    return { writes: [{ put: row }, ...pieces], bytes: sealed.length }
  }

  /** A name says whom the account writes to: it is not readable either. */
  #key(name: string): Key {
    return { pk: this.#pk, sk: `KEY#${createHmac('sha256', this.#nameKey).update(name).digest('hex')}` }
  }

  #open(name: string, sealed: Uint8Array): string {
    return Buffer.from(unseal(this.#dataKey, sealed, this.#context(name))).toString()
  }

  /** What a row's text is bound to: it opens in this row of this connection alone. */
  #context(name: string): string {
    return `${this.#pk}|${name}|1`
  }
}

/** A sealed text, or the first of its pieces with how many there are. */
interface Sealed {
  sealed: Uint8Array
  pieces?: number
}

const NOTHING = new Uint8Array()

const namesOf = (name: string, pieces = 1): string[] =>
  Array.from({ length: pieces }, (_, index) => pieceName(name, index))

async function dataKeyOf(
  table: Table,
  keys: DataKeys,
  pk: string,
  owner: { companyId: string; connectionId: string },
) {
  const context = { companyId: owner.companyId, connectionId: owner.connectionId, purpose: 'whatsapp-keys' }
  const key = { pk, sk: DATA_KEY }
  const stored = await table.get<{ wrapped: Uint8Array }>(key)
  if (stored) return keys.openDataKey(stored.wrapped, context)
  const { plain, wrapped } = await keys.newDataKey(context)
  await table.put({ ...key, wrapped }, { pk: { exists: false } })
  return plain
}
