import { chainIndex, dueIndex, emailIndex, shardIndex, socketIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import {
  type Change,
  checkRow,
  deleteRow,
  type Key,
  keyIn,
  type Partition,
  partition,
  putRow,
  type Query,
  type Table,
  updateRow,
  type Write,
} from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortedByKey } from '../support/dynamodb.ts'
import type { LooseRow } from '../support/loose-rows.ts'
import { type Operation, operation, outcomeOf } from '../support/table-operations.ts'

const OURS = 'A1'
const KEY = keyIn<LooseRow>('p', 'a')
/** Companies with ids similar to ours, and names that are not companies. */
const OTHERS = ['A', 'A12', 'A1-', 'a1', 'B', 'INDEX']

/** A table in which every other company has rows under the same keys as ours. */
async function sharedTable(): Promise<MemoryTable> {
  const table = new MemoryTable()
  for (const company of OTHERS)
    for (const pk of ['p', 'q', 'CAMPAIGNS'])
      for (const sk of ['a', 'a#1', 'b'])
        await table.put({ ...keyIn<LooseRow>(`${company}#${pk}`, sk), owner: company })
  return table
}

const foreignRows = (table: MemoryTable) =>
  sortedByKey([...table.rows()].filter(({ pk }) => !pk.startsWith(`${OURS}#`)).map((row) => ({ ...row })))

/** Keys that try to leave the company. */
const HOSTILE = [
  '',
  '#',
  '../B#p',
  'B#p',
  '#B#p',
  'A12#p',
  'INDEX#EMAIL#x',
  '\u0000',
  'A1#A12#p',
  '2#p',
  '-#p',
].map((pk) => partition<LooseRow>(pk))

/** The same operation with keys that an attacker might send. */
function outwards(given: Operation, pk: Partition<LooseRow>): Operation {
  const at = <K extends Key>(key: K): K => ({ ...key, pk })
  switch (given.kind) {
    case 'put':
      return { ...given, row: at(given.row) }
    case 'update':
    case 'delete':
    case 'get':
      return { ...given, key: at(given.key) }
    case 'putMany':
      return { ...given, rows: given.rows.map(at) }
    case 'deleteMany':
    case 'getMany':
      return { ...given, keys: given.keys.map(at) }
    case 'query':
      return { ...given, query: { ...given.query, pk } }
    case 'transact':
      return { ...given, writes: given.writes.map((write) => outward(write, pk)) }
  }
}

function outward(write: Write, pk: Partition<LooseRow>): Write {
  if ('put' in write) return { ...write, put: { ...write.put, pk } }
  if ('update' in write) return { ...write, update: { ...write.update, pk } }
  if ('delete' in write) return { ...write, delete: { ...write.delete, pk } }
  return { ...write, check: { ...write.check, pk } }
}

/** A company's table as a plain table, without its access to the indexes. */
const asTable = (tenant: TenantTable): Table => ({
  get: (key, options) => tenant.get(key, options),
  getMany: (keys) => tenant.getMany(keys),
  put: (row, when) => tenant.put(row, when),
  update: (key, change, when) => tenant.update(key, change, when),
  delete: (key, when) => tenant.delete(key, when),
  transact: (writes) => tenant.transact(writes),
  query: (query) => tenant.query(query),
  putMany: (rows) => tenant.putMany(rows),
  deleteMany: (keys) => tenant.deleteMany(keys),
  backOff: (attempt) => tenant.backOff(attempt),
})

describe('a company’s table', () => {
  test('answers as if no other company existed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
        const shared = await sharedTable()
        const before = foreignRows(shared)
        const tenant = asTable(new TenantTable(shared, OURS))
        const alone = new MemoryTable()
        for (const each of operations) {
          const [seen, expected] = [await outcomeOf(tenant, each), await outcomeOf(alone, each)]
          expect(withoutFailures(seen), JSON.stringify(each)).toEqual(withoutFailures(expected))
        }
        expect(foreignRows(shared)).toEqual(before)
        const ours = [...shared.rows()].filter(({ pk }) => pk.startsWith(`${OURS}#`))
        const named = ours.map((row) => ({ ...row, pk: row.pk.slice(OURS.length + 1) }))
        expect(sortedByKey(named)).toEqual(sortedByKey([...alone.rows()]))
      }),
    )
  })

  test('neither reads nor writes another company’s rows, with any key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(operation, fc.constantFrom(...HOSTILE)), { maxLength: 25 }),
        async (operations) => {
          const shared = await sharedTable()
          const before = foreignRows(shared)
          const tenant = asTable(new TenantTable(shared, OURS))
          for (const [each, pk] of operations) {
            const outcome = JSON.stringify(await outcomeOf(tenant, outwards(each, pk)))
            expect(outcome ?? '').not.toContain('"owner"')
          }
          expect(foreignRows(shared)).toEqual(before)
        },
      ),
    )
  })

  test('stores the company of a row only in its key', async () => {
    const shared = new MemoryTable()
    await new TenantTable(shared, OURS).put({ ...KEY, companyId: 'B' })
    expect([...shared.rows()]).toEqual([{ pk: 'A1#p', sk: 'a', companyId: 'B' }])
  })

  test.for(['', 'A#B', 'A1#', '#', 'A B', 'ação', 'A\n', 'A.B', 'INDEX'])(
    'refuses “%s” as a company',
    (id) => {
      expect(() => new TenantTable(new MemoryTable(), id)).toThrow()
    },
  )
})

describe('a returned row of another company', () => {
  /** Reads another partition than requested, as a bug in it might. */
  class MistakenTable extends MemoryTable {
    readonly #pk: string
    constructor(pk: string) {
      super()
      this.#pk = pk
    }
    override get = <T extends object>({ sk }: Key<T>) => super.get(keyIn<T>(this.#pk, sk))
    override getMany = <T extends object>(keys: readonly Key<T>[]) =>
      super.getMany(keys.map(({ sk }) => keyIn<T>(this.#pk, sk)))
    override update = <T extends object>({ sk }: Key<T>, change: Change<NoInfer<T>>) =>
      super.update(keyIn<T>(this.#pk, sk), change)
    override query = <T extends object>(query: Query<T>) =>
      super.query<T>({ ...query, pk: partition<T>(this.#pk) })
  }

  async function mistaken(pk: string): Promise<TenantTable> {
    const table = new MistakenTable(pk)
    await table.put({ ...keyIn<LooseRow>(pk, 'a'), secret: 'x' })
    return new TenantTable(table, OURS)
  }

  test.for(['B#p', 'A12#p', 'A#p', 'p', 'INDEX#EMAIL#x', 'A1', 'a1#p'])('is not shown: %s', async (pk) => {
    const tenant = await mistaken(pk)
    await expect(tenant.get(KEY)).rejects.toThrow('another company')
    await expect(tenant.getMany([KEY])).rejects.toThrow('another company')
    await expect(tenant.update(KEY, { set: { x: 1 } })).rejects.toThrow('another company')
    await expect(tenant.query({ pk: KEY.pk })).rejects.toThrow('another company')
  })

  test('does not hide the company’s own row', async () => {
    expect(await (await mistaken('A1#p')).get(KEY)).toEqual({
      pk: 'p',
      sk: 'a',
      secret: 'x',
    })
  })
})

describe('an index write', () => {
  const AT = '2026-05-01T12:00:00.000Z'

  test.for([
    ['a due campaign', dueIndex.put(AT, OURS, 'campaign')],
    ['a campaign that is no longer due', dueIndex.delete(AT, OURS, 'campaign')],
    ['a chain', chainIndex.put(OURS, 'connection')],
    ['a connection in its shard', shardIndex.put(3, OURS, 'connection')],
    ['an e-mail', putRow(emailIndex.put('a@b.test', { companyId: OURS, userId: 'user' }))],
    ['a socket', deleteRow(socketIndex.key('socket', OURS))],
  ] as [string, Write][])('of the company itself is applied: %s', async ([, index]) => {
    const shared = new MemoryTable()
    await new TenantTable(shared, OURS).transact([{ index }, putRow({ ...KEY })])
    expect([...shared.rows()].map(({ pk }) => pk)).toContain('A1#p')
    if ('put' in index) expect(await shared.get(index.put)).toEqual(index.put)
  })

  test.for([
    ['another company’s due campaign', dueIndex.put(AT, 'B', 'campaign')],
    ['the end of another company’s due campaign', dueIndex.delete(AT, 'B', 'campaign')],
    ['a company whose id begins like ours', chainIndex.put('A12', 'connection')],
    ['a company whose id ours begins like', chainIndex.delete('A', 'connection')],
    [
      'another company’s chain, said to be ours',
      putRow({ ...chainIndex.key('B', 'connection'), companyId: OURS, connectionId: 'connection' }),
    ],
    [
      'our chain, said to be another’s',
      putRow({ ...chainIndex.key(OURS, 'connection'), companyId: 'B', connectionId: 'connection' }),
    ],
    ['another company’s socket', deleteRow(socketIndex.key('socket', 'B'))],
    ['an e-mail for another company', putRow(emailIndex.put('a@b.test', { companyId: 'B', userId: 'user' }))],
    ['an e-mail whose company is not said', deleteRow(emailIndex.key('a@b.test'))],
    ['another company’s row', putRow({ ...keyIn<LooseRow>('B#p', OURS), companyId: OURS })],
    ['our own row', putRow({ ...keyIn<LooseRow>(`${OURS}#p`, OURS), companyId: OURS })],
    ['a row of nobody', updateRow(keyIn<LooseRow>('p', OURS), { set: { a: 1 } })],
    ['a look-alike of an index', putRow({ ...keyIn<LooseRow>('INDEX', OURS), companyId: OURS })],
    ['a check of another’s', checkRow(chainIndex.key('B', 'connection'), { pk: { exists: true } })],
  ] as [string, Write][])(
    'outside the company is refused with its whole transaction: %s',
    async ([, index]) => {
      const shared = new MemoryTable()
      const tenant = new TenantTable(shared, OURS)
      await expect(tenant.transact([putRow({ ...KEY }), { index }])).rejects.toThrow('outside the company')
      expect([...shared.rows()]).toEqual([])
    },
  )
})

/** The rows in the error of a failed condition have their whole keys. No user sees them. */
const withoutFailures = (outcome: unknown): unknown =>
  typeof outcome === 'object' && outcome && 'failures' in outcome ? 'failed' : outcome
