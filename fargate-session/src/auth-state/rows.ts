import { createHmac, hkdfSync } from 'node:crypto'
import type { DataKeys } from '@recado/shared/secrets/keys'
import { seal, unseal } from '@recado/shared/secrets/seal'
import {
  allRows,
  checkRow,
  committed,
  deleteRow,
  type Key,
  keyIn,
  type Partition,
  partition,
  putRow,
  type Table,
  type Write,
} from '@recado/shared/table/table'
import { FenceLost } from '../leases/fence.ts'
import { patiently } from '../leases/patience.ts'
import { type Packing, packedTight, unpacked } from './packing.ts'
import { cutUp, pieceName, type Together, transactionsOf } from './pieces.ts'
import { allWritten } from './unfinished-writes.ts'

const OWNER = 'OWNER'
const DATA_KEY = 'DATA-KEY'

/**
 * WhatsApp keys of one connection. Each row is encrypted under the connection's own data key. Every write is a
 * transaction that checks the fence, so a task that lost its lease cannot write.
 */
export class AuthRows {
  readonly #table: Table
  readonly #pk: Partition<Sealed>
  readonly #fence: number
  readonly #dataKey: Uint8Array
  readonly #nameKey: Uint8Array

  /** Takes over the connection's keys under this fence. @throws FenceLost */
  static async open(
    table: Table,
    keys: DataKeys,
    owner: { companyId: string; connectionId: string; fence: number },
  ) {
    const pk = `${owner.companyId}#${owner.connectionId}`
    const { fence } = owner
    await allWritten(pk)
    const taken = await committed(
      table.update(ownerKey(pk), { set: { fence } }, [
        { fence: { exists: false } },
        { fence: { below: fence } },
        { fence },
      ]),
    )
    if (!taken) throw new FenceLost()
    return new AuthRows(table, partition(pk), fence, await dataKeyOf(table, keys, pk, owner))
  }

  private constructor(table: Table, pk: Partition<Sealed>, fence: number, dataKey: Uint8Array) {
    this.#table = table
    this.#pk = pk
    this.#fence = fence
    this.#dataKey = dataKey
    this.#nameKey = Buffer.from(hkdfSync('sha256', dataKey, '', 'names of rows', 32))
  }

  /** The connection, as company id and connection id. */
  get connection(): string {
    return this.#pk
  }

  /** Texts by name, without missing rows. */
  async read(names: readonly string[]): Promise<Map<string, string>> {
    const firsts = await this.#rows(names)
    const rest = await this.#rows([...firsts].flatMap(([name, { pieces }]) => namesOf(name, pieces).slice(1)))
    return new Map(
      [...firsts].map(([name, first]) => {
        const others = namesOf(name, first.pieces)
          .slice(1)
          .map((each) => rest.get(each)?.sealed ?? NOTHING)
        return [name, this.#open(name, { ...first, sealed: Buffer.concat([first.sealed, ...others]) })]
      }),
    )
  }

  /** Stores texts by name; null deletes. Atomic up to 99 rows and 3.5 MB. @throws FenceLost */
  async write(texts: ReadonlyMap<string, string | null>): Promise<void> {
    const check: Write = checkRow(ownerKey(this.#pk), { fence: this.#fence })
    for (const writes of transactionsOf([...texts].map(([name, text]) => this.#writesOf(name, text)))) {
      // Encrypted once, so a retry after a lost answer writes the same bytes.
      if (!(await patiently(() => committed(this.#table.transact([check, ...writes]))))) throw new FenceLost()
    }
  }

  /**
   * Deletes all rows and the data key, so copies in backups cannot be decrypted either.
   * @param forGood also deletes the owner row: the connection will have no keys again
   * @throws FenceLost before anything is deleted
   */
  async shred(forGood = false): Promise<void> {
    // Read first: a later owner names its rows with another data key, so none of them is among these.
    const keys: Key[] = []
    for await (const { pk, sk } of allRows(this.#table, { pk: this.#pk, consistent: true }))
      if (sk !== OWNER && sk !== DATA_KEY) keys.push({ pk, sk })
    const fenced = { fence: this.#fence }
    const owner = ownerKey(this.#pk)
    const writes = [
      forGood ? deleteRow(owner, fenced) : checkRow(owner, fenced),
      deleteRow(keyIn(this.#pk, DATA_KEY)),
    ]
    // A repeated shredding for good finds no owner row.
    const isOurs = await patiently(() => committed(this.#table.transact(writes)))
    if (!isOurs && (await this.#table.get(owner))) throw new FenceLost()
    await this.#table.deleteMany(keys)
  }

  async #rows(names: readonly string[]): Promise<Map<string, Sealed>> {
    if (names.length === 0) return new Map()
    const named = new Map(names.map((name) => [this.#key(name).sk, name]))
    const keys = names.map((name) => this.#key(name))
    const rows = await patiently(() => this.#table.getMany(keys))
    return new Map(rows.map((row) => [named.get(row.sk) ?? '', row]))
  }

  /** A shorter text leaves old pieces behind. No read includes them. */
  #writesOf(name: string, text: string | null): Together {
    if (text === null) return { writes: [deleteRow(this.#key(name))], bytes: 0 }
    const { bytes, packed } = packedTight(text)
    const sealed = seal(this.#dataKey, bytes, this.#context(name))
    const [first = NOTHING, ...others] = cutUp(sealed)
    const row = {
      ...this.#key(name),
      sealed: first,
      ...(packed && { packed }),
      ...(others.length > 0 && { pieces: others.length + 1 }),
    }
    const pieces = others.map((piece, index) =>
      putRow({ ...this.#key(pieceName(name, index + 1)), sealed: piece }),
    )
    return { writes: [putRow(row), ...pieces], bytes: sealed.length }
  }

  /** Names are hashed, because they contain the addresses of people. */
  #key(name: string): Key<Sealed> {
    return { pk: this.#pk, sk: `KEY#${createHmac('sha256', this.#nameKey).update(name).digest('hex')}` }
  }

  #open(name: string, { sealed, packed }: Sealed): string {
    return unpacked(unseal(this.#dataKey, sealed, this.#context(name)), packed)
  }

  /** Encryption context: a text decrypts only in its own row of this connection. */
  #context(name: string): string {
    return `${this.#pk}|${name}|1`
  }
}

/** An encrypted text, or its first piece with the number of pieces. */
interface Sealed {
  sealed: Uint8Array
  pieces?: number
  /** How the text was compressed; absent for a text as it is. */
  packed?: Packing
}

/** The row that holds the current fence. */
const ownerKey = (pk: string) => keyIn<{ fence: number }>(pk, OWNER)

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
  const key = keyIn<{ wrapped: Uint8Array }>(pk, DATA_KEY)
  const stored = await table.get(key)
  if (stored) return keys.openDataKey(stored.wrapped, context)
  const { plain, wrapped } = await keys.newDataKey(context)
  await table.put({ ...key, wrapped }, { pk: { exists: false } })
  return plain
}
