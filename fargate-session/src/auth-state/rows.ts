import { createHmac, hkdfSync } from 'node:crypto'
import type { Keys } from '@recado/shared/secrets/keys'
import { seal, unseal } from '@recado/shared/secrets/seal'
import { allRows, committed, type Key, type Table, type Write } from '@recado/shared/table/table'
import { patiently } from '../patience.ts'
import { FenceLost } from './fence.ts'
import { allWritten } from './unfinished-writes.ts'

/** A transaction takes 100 writes, one of which checks the fence. */
const ROWS_AT_ONCE = 99
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
    keys: Keys,
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
    const named = new Map(names.map((name) => [this.#key(name).sk, name]))
    const keys = names.map((name) => this.#key(name))
    const rows = await patiently(() => this.#table.getMany<{ sealed: Uint8Array }>(keys))
    return new Map(
      rows.map(({ sk, sealed }) => {
        const name = named.get(sk) ?? ''
        return [name, this.#open(name, sealed)]
      }),
    )
  }

  /** Stores texts by name, null deletes. All or nothing up to 99 of them. @throws FenceLost */
  async write(texts: ReadonlyMap<string, string | null>): Promise<void> {
    const writes = [...texts].map(([name, text]): Write => {
      const key = this.#key(name)
      if (text === null) return { delete: key }
      return { put: { ...key, sealed: seal(this.#dataKey, Buffer.from(text), this.#context(name)) } }
    })
    for (let at = 0; at < writes.length; at += ROWS_AT_ONCE) {
      const check: Write = { check: { pk: this.#pk, sk: OWNER }, when: { fence: this.#fence } }
      const part = [check, ...writes.slice(at, at + ROWS_AT_ONCE)]
      // Sealed once: written again after an answer that was lost, it is the same.
      if (!(await patiently(() => committed(this.#table.transact(part))))) throw new FenceLost()
    }
  }

  /** Forgets everything, the data key included: what a backup still holds cannot be opened any more. */
  async shred(): Promise<void> {
    const keys: Key[] = []
    for await (const { pk, sk } of allRows(this.#table, { pk: this.#pk, consistent: true }))
      keys.push({ pk, sk })
    await this.#table.deleteMany(keys.filter(({ sk }) => sk !== OWNER))
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

async function dataKeyOf(
  table: Table,
  keys: Keys,
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
