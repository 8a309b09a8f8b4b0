import { chainIndex, dueIndex, emailIndex, shardIndex, socketIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Change, Key, Query, Table, Write } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortedByKey } from '../support/dynamodb.ts'
import { type Operation, operation, outcomeOf } from '../support/table-operations.ts'

const OURS = 'A1'
/** Companies whose ids look like ours, and what is no company. */
const OTHERS = ['A', 'A12', 'A1-', 'a1', 'B', 'INDEX']

/** A table in which every other company has rows under the very keys that ours uses. */
async function sharedTable(): Promise<MemoryTable> {
  const table = new MemoryTable()
  for (const company of OTHERS)
    for (const pk of ['p', 'q', 'CAMPAIGNS'])
      for (const sk of ['a', 'a#1', 'b']) await table.put({ pk: `${company}#${pk}`, sk, owner: company })
  return table
}

const foreignRows = (table: MemoryTable) =>
  sortedByKey([...table.rows()].filter(({ pk }) => !pk.startsWith(`${OURS}#`)).map((row) => ({ ...row })))

/** Keys that try to get out. */
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
]

/** The same operation with keys that somebody who wants out might send. */
function outwards(given: Operation, pk: string): Operation {
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

function outward(write: Write, pk: string): Write {
  if ('put' in write) return { ...write, put: { ...write.put, pk } }
  if ('update' in write) return { ...write, update: { ...write.update, pk } }
  if ('delete' in write) return { ...write, delete: { ...write.delete, pk } }
  return { ...write, check: { ...write.check, pk } }
}

/** A company's table as what it stands for, without its further door to the indexes. */
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
})

describe('the table as one company sees it', () => {
  test('is a table of its own: it answers as if no other company were there', async () => {
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

  test('whatever key it is given, neither reads nor writes another company’s rows', async () => {
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

  test('a row that is put says whose it is by its key alone', async () => {
    const shared = new MemoryTable()
    await new TenantTable(shared, OURS).put({ pk: 'p', sk: 'a', companyId: 'B' })
    expect([...shared.rows()]).toEqual([{ pk: 'A1#p', sk: 'a', companyId: 'B' }])
  })

  test.for(['', 'A#B', 'A1#', '#', 'A B', 'ação', 'A\n', 'A.B', 'INDEX'])('“%s” is no company', (id) => {
    expect(() => new TenantTable(new MemoryTable(), id)).toThrow()
  })
})

describe('a row of another company that comes back all the same', () => {
  /** Looks in another partition than it was asked to, as a bug in it might. */
  class MistakenTable extends MemoryTable {
    readonly #pk: string
    constructor(pk: string) {
      super()
      this.#pk = pk
    }
    override get = <T extends object>({ sk }: Key) => super.get<T>({ pk: this.#pk, sk })
    override getMany = <T extends object>(keys: readonly Key[]) =>
      super.getMany<T>(keys.map(({ sk }) => ({ pk: this.#pk, sk })))
    override update = <T extends object>({ sk }: Key, change: Change) =>
      super.update<T>({ pk: this.#pk, sk }, change)
    override query = <T extends object>(query: Query) => super.query<T>({ ...query, pk: this.#pk })
  }

  async function mistaken(pk: string): Promise<TenantTable> {
    const table = new MistakenTable(pk)
    await table.put({ pk, sk: 'a', secret: 'x' })
    return new TenantTable(table, OURS)
  }

  test.for(['B#p', 'A12#p', 'A#p', 'p', 'INDEX#EMAIL#x', 'A1', 'a1#p'])('is not shown: %s', async (pk) => {
    const tenant = await mistaken(pk)
    await expect(tenant.get({ pk: 'p', sk: 'a' })).rejects.toThrow('another company')
    await expect(tenant.getMany([{ pk: 'p', sk: 'a' }])).rejects.toThrow('another company')
    await expect(tenant.update({ pk: 'p', sk: 'a' }, { set: { x: 1 } })).rejects.toThrow('another company')
    await expect(tenant.query({ pk: 'p' })).rejects.toThrow('another company')
  })

  test('while its own is', async () => {
    expect(await (await mistaken('A1#p')).get({ pk: 'p', sk: 'a' })).toEqual({
      pk: 'p',
      sk: 'a',
      secret: 'x',
    })
  })
})

describe('an index write', () => {
  const AT = '2026-05-01T12:00:00.000Z'

  test.for([
    ['a campaign that is due', dueIndex.put(AT, OURS, 'campaign')],
    ['a campaign that is not due any more', dueIndex.delete(AT, OURS, 'campaign')],
    ['a chain', chainIndex.put(OURS, 'connection')],
    ['a connection in its shard', shardIndex.put(3, OURS, 'connection')],
    ['an e-mail', { put: emailIndex.put('a@b.test', { companyId: OURS, userId: 'user' }) }],
    ['a socket', { delete: socketIndex.key('socket', OURS) }],
  ] as [string, Write][])('of the company itself is made: %s', async ([, index]) => {
    const shared = new MemoryTable()
    await new TenantTable(shared, OURS).transact([{ index }, { put: { pk: 'p', sk: 'a' } }])
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
      { put: { ...chainIndex.key('B', 'connection'), companyId: OURS } },
    ],
    ['our chain, said to be another’s', { put: { ...chainIndex.key(OURS, 'connection'), companyId: 'B' } }],
    ['another company’s socket', { delete: socketIndex.key('socket', 'B') }],
    [
      'an e-mail for another company',
      { put: emailIndex.put('a@b.test', { companyId: 'B', userId: 'user' }) },
    ],
    ['an e-mail whose company is not said', { delete: emailIndex.key('a@b.test') }],
    ['another company’s row', { put: { pk: 'B#p', sk: OURS, companyId: OURS } }],
    ['our own row', { put: { pk: `${OURS}#p`, sk: OURS, companyId: OURS } }],
    ['a row of nobody', { update: { pk: 'p', sk: OURS }, change: { set: { a: 1 } } }],
    ['a look-alike of an index', { put: { pk: 'INDEX', sk: OURS, companyId: OURS } }],
    ['a check of another’s', { check: chainIndex.key('B', 'connection'), when: { pk: { exists: true } } }],
  ] as [string, Write][])('outside the company is not made, nor what goes with it: %s', async ([, index]) => {
    const shared = new MemoryTable()
    const tenant = new TenantTable(shared, OURS)
    await expect(tenant.transact([{ put: { pk: 'p', sk: 'a' } }, { index }])).rejects.toThrow(
      'outside the company',
    )
    expect([...shared.rows()]).toEqual([])
  })
})

/** The rows that stood in the way come with their whole keys; nothing shows them. */
const withoutFailures = (outcome: unknown): unknown =>
  typeof outcome === 'object' && outcome && 'failures' in outcome ? 'failed' : outcome
