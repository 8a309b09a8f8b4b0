import { TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import {
  allRows,
  ConditionFailed,
  checkRow,
  committed,
  deleteRow,
  type Key,
  keyIn,
  type Partition,
  partition,
  putRow,
  type Query,
  type Row,
  type Table,
  updateRow,
  type When,
} from '@recado/shared/table/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningDynamoDb, startDynamoDb } from '../support/dynamodb.ts'
import type { LooseRow } from '../support/loose-rows.ts'

let dynamodb: RunningDynamoDb

beforeAll(async () => {
  dynamodb = await startDynamoDb()
  await dynamodb.createTable('conformance')
})
afterAll(() => dynamodb.stop())

/** The same rules for the table in memory, which the engine's simulation uses, and for the real one. */
describe.each([
  { kind: 'in memory', open: (): Table => new MemoryTable() },
  { kind: 'in DynamoDB', open: (): Table => new DynamoTable('conformance', dynamodb.client) },
])('a table $kind', ({ open }) => {
  let partitions = 0
  /** An unused partition. */
  const aPartition = () => partition<LooseRow>(`partition-${++partitions}`)

  describe('rows', () => {
    test('a row is read as it was put, without undefined attributes', async () => {
      const [table, pk] = [open(), aPartition()]
      const row = {
        pk,
        sk: 'a',
        text: '',
        list: [1, { deep: 'é' }],
        none: null,
        yes: true,
        nothing: undefined,
      }
      await table.put(row)
      const { nothing: _, ...stored } = row
      expect(await table.get({ pk, sk: 'a' })).toStrictEqual(stored)
    })

    test('bytes are read as bytes', async () => {
      const table = open()
      const key = keyIn<{ bytes: Uint8Array }>(aPartition(), 'a')
      await table.put({ ...key, bytes: new Uint8Array([0, 128, 255]) })
      const row = await table.get(key)
      expect(new Uint8Array(row?.bytes ?? [])).toEqual(new Uint8Array([0, 128, 255]))
    })

    test('a put replaces the whole row', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', before: 1 })
      await table.put({ pk, sk: 'a', after: 2 })
      expect(await table.get({ pk, sk: 'a' })).toStrictEqual({ pk, sk: 'a', after: 2 })
    })

    test('a read row is a copy, and changing it changes nothing stored', async () => {
      const table = open()
      const key = keyIn<{ list: string[] }>(aPartition(), 'a')
      const given = { ...key, list: ['one'] }
      await table.put(given)
      given.list.push('two')
      const read = await table.get(key)
      read?.list.push('three')
      expect(await table.get(key)).toStrictEqual({ ...key, list: ['one'] })
    })

    test('one call reads many rows: each existing row once, even if it is named twice', async () => {
      const [table, pk] = [open(), aPartition()]
      const keys = Array.from({ length: 120 }, (_, index) => ({ pk, sk: String(index) }))
      await table.putMany(keys)
      const named = [...keys, ...keys.slice(0, 10), { pk, sk: 'missing' }]
      expect((await table.getMany(named)).map(({ sk }) => sk).sort()).toEqual(keys.map(({ sk }) => sk).sort())
      expect(await table.getMany([])).toEqual([])
    })

    test('one call deletes many rows, existing or not', async () => {
      const [table, pk] = [open(), aPartition()]
      const keys = Array.from({ length: 60 }, (_, index) => ({ pk, sk: String(index) }))
      await table.putMany(keys)
      await table.deleteMany([...keys.slice(1), { pk, sk: 'missing' }])
      expect(await all(table, pk)).toEqual(['0'])
    })
  })

  describe('updates', () => {
    test('an update creates a missing row and returns the new row', async () => {
      const [table, pk] = [open(), aPartition()]
      const key = { pk, sk: 'a' }
      expect(await table.update(key, { set: { a: 1 }, add: { n: 2 } })).toEqual({ ...key, a: 1, n: 2 })
      expect(await table.update(key, { add: { n: 3 }, remove: ['a', 'never'] })).toEqual({ ...key, n: 5 })
    })

    test('an attribute set to undefined stays unchanged', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', kept: 'yes' })
      await table.update({ pk, sk: 'a' }, { set: { kept: undefined, other: 1 } })
      expect(await table.get({ pk, sk: 'a' })).toEqual({ pk, sk: 'a', kept: 'yes', other: 1 })
    })

    test('attributes may have names that DynamoDB reserves', async () => {
      const [table, pk] = [open(), aPartition()]
      const key = { pk, sk: 'a' }
      await table.update(key, { set: { status: 'open', name: 'x', 'a.b': 1 } }, { pk: { exists: false } })
      const change = { set: { status: 'closed' }, remove: ['a.b'] }
      expect(await table.update(key, change, { status: 'open', 'a.b': 1 })).toEqual({
        ...key,
        status: 'closed',
        name: 'x',
      })
    })
  })

  describe('conditions', () => {
    const stored = { text: 'b', number: 5, none: null, yes: true, list: ['x', 'y'] }
    const passing: When<LooseRow>[] = [
      { text: 'b' },
      { number: 5, yes: true },
      { none: { exists: true } },
      { missing: { exists: false } },
      { text: { in: ['a', 'b'] } },
      { number: { in: [5] } },
      { number: { below: 6 } },
      { number: { atLeast: 5 } },
      { text: { below: 'ba' } },
      { text: { atLeast: 'b' } },
      { text: { contains: 'b' } },
      { list: { contains: 'y' } },
      [{ text: 'wrong' }, { number: 5 }],
    ]
    const failing: When<LooseRow>[] = [
      { text: 'B' },
      { number: 5, yes: false },
      { number: '5' },
      { yes: 1 },
      { none: { exists: false } },
      { missing: { exists: true } },
      { missing: 'b' },
      { text: { in: ['a', 5] } },
      { none: { in: ['a'] } },
      { number: { below: 5 } },
      { number: { below: '9' } },
      { text: { below: 'b' } },
      { text: { atLeast: 1 } },
      { missing: { below: 9 } },
      { missing: { atLeast: 0 } },
      { none: { atLeast: 0 } },
      { text: { contains: 'ab' } },
      { number: { contains: '5' } },
      { list: { contains: 'z' } },
      [{ text: 'wrong' }, { number: 5, yes: false }],
    ]

    test.each(named(passing))('%s holds', async (_, when) => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', ...stored })
      await table.update({ pk, sk: 'a' }, { set: { changed: true } }, when)
      expect(await table.get({ pk, sk: 'a' })).toMatchObject({ changed: true })
    })

    test.each(named(failing))('%s does not hold, and the error has the stored row', async (_, when) => {
      const [table, pk] = [open(), aPartition()]
      const row = { pk, sk: 'a', ...stored }
      await table.put(row)
      const writes = [
        () => table.update({ pk, sk: 'a' }, { set: { changed: true } }, when),
        () => table.put({ pk, sk: 'a' }, when),
        () => table.delete({ pk, sk: 'a' }, when),
      ]
      for (const write of writes) expect(await failuresOf(write())).toEqual([row])
      expect(await table.get({ pk, sk: 'a' })).toEqual(row)
    })

    test('a condition on a missing row fails with null', async () => {
      const [table, pk] = [open(), aPartition()]
      const key = { pk, sk: 'a' }
      expect(await failuresOf(table.delete(key, { pk: { exists: true } }))).toEqual([null])
      expect(await failuresOf(table.update(key, { set: { a: 1 } }, { a: 2 }))).toEqual([null])
      expect(await failuresOf(table.put(key, { a: 2 }))).toEqual([null])
      expect(await table.get(key)).toBeUndefined()
    })

    test('text is compared by its bytes, not by its UTF-16 units', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', text: '\uFFEE' })
      expect(await committed(table.delete({ pk, sk: 'a' }, { text: { below: '\u{1F600}' } }))).toBe(true)
    })
  })

  describe('transactions', () => {
    test('are applied as a whole', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.putMany([
        { pk, sk: 'delete' },
        { pk, sk: 'update', n: 1 },
        { pk, sk: 'check', ok: true },
      ])
      await table.transact([
        deleteRow({ pk, sk: 'delete' }),
        updateRow({ pk, sk: 'update' }, { add: { n: 1 } }),
        checkRow({ pk, sk: 'check' }, { ok: true }),
        putRow({ pk, sk: 'put' }, { pk: { exists: false } }),
      ])
      expect(await all(table, pk)).toEqual(['check', 'put', 'update'])
      expect(await table.get({ pk, sk: 'update' })).toMatchObject({ n: 2 })
    })

    test('are not applied if one condition fails, and the error names it', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'there', n: 1 })
      const transaction = table.transact([
        putRow({ pk, sk: 'new' }),
        putRow({ pk, sk: 'there' }, { pk: { exists: false } }),
        checkRow({ pk, sk: 'missing' }, { pk: { exists: true } }),
        deleteRow({ pk, sk: 'fine' }, { pk: { exists: false } }),
      ])
      expect(await failuresOf(transaction)).toEqual([undefined, { pk, sk: 'there', n: 1 }, null, undefined])
      expect(await all(table, pk)).toEqual(['there'])
    })

    test('hold at most 100 writes', async () => {
      const [table, pk] = [open(), aPartition()]
      const writes = Array.from({ length: 101 }, (_, index) => putRow({ pk, sk: String(index) }))
      await expect(table.transact(writes)).rejects.toThrow()
      await table.transact(writes.slice(1))
      expect(await all(table, pk)).toHaveLength(100)
    })
  })

  describe('queries', () => {
    // No capitals: the emulator's begins_with treats A as a (dynoxide 1.2.1), DynamoDB's does not.
    const SORTED = ['0', 'a', 'a#1', 'a#2', 'b', 'é', '\uFFEE', '\u{1F600}']

    async function filled(): Promise<[Table, Partition<LooseRow>]> {
      const [table, pk] = [open(), aPartition()]
      await table.putMany(
        [...SORTED].reverse().map((sk, place) => ({ pk, sk, place, even: place % 2 === 0 })),
      )
      return [table, pk]
    }

    test('return a partition in the byte order of its sort keys, in both directions', async () => {
      const [table, pk] = await filled()
      expect(await all(table, pk)).toEqual(SORTED)
      expect(await all(table, pk, { descending: true })).toEqual([...SORTED].reverse())
      expect(await table.query({ pk: partition(`${pk}x`) })).toEqual({ rows: [] })
    })

    test('return the keys that begin with a text, or go up to one', async () => {
      const [table, pk] = await filled()
      expect(await all(table, pk, { prefix: 'a' })).toEqual(['a', 'a#1', 'a#2'])
      expect(await all(table, pk, { upTo: 'a#2' })).toEqual(['0', 'a', 'a#1', 'a#2'])
      expect(await all(table, pk, { upTo: 'a#2', descending: true })).toEqual(['a#2', 'a#1', 'a', '0'])
    })

    test.each([1, 2, 3, 7, 8, 9])('continue page by page, %i rows at a time', async (limit) => {
      const [table, pk] = await filled()
      expect(await all(table, pk, { limit })).toEqual(SORTED)
      expect(await all(table, pk, { limit, descending: true })).toEqual([...SORTED].reverse())
      expect(await all(table, pk, { limit, prefix: 'a' })).toEqual(['a', 'a#1', 'a#2'])
    })

    test('filter after the limit, so a page may be empty and not the last', async () => {
      const [table, pk] = await filled()
      const page = await table.query({ pk, limit: 1, filter: { even: true } })
      expect(page).toEqual({ rows: [], after: '0' })
      expect(await all(table, pk, { limit: 1, filter: { even: true } })).toEqual([
        'a',
        'a#2',
        'é',
        '\u{1F600}',
      ])
    })

    test('continue behind a deleted key', async () => {
      const [table, pk] = await filled()
      await table.delete({ pk, sk: 'a#1' })
      expect(await all(table, pk, { after: 'a#1' })).toEqual(SORTED.slice(3))
      expect(await all(table, pk, { after: 'a#1', descending: true })).toEqual(['a', '0'])
    })
  })

  describe('an invalid request is refused and changes nothing', () => {
    const key = keyIn<LooseRow>('refused', 'a')
    const refused: [string, (table: Table) => Promise<unknown>][] = [
      ['a change of nothing', (table) => table.update(key, {})],
      ['a change to undefined alone', (table) => table.update(key, { set: { a: undefined } })],
      ['two changes of one attribute', (table) => table.update(key, { set: { a: 1 }, remove: ['a'] })],
      ['an attribute set and added to', (table) => table.update(key, { set: { a: 1 }, add: { a: 1 } })],
      ['a change of the key', (table) => table.update(key, { set: { pk: 'other' } })],
      ['an addition to a text', (table) => table.update(key, { add: { text: 1 } })],
      ['an addition to null', (table) => table.transact([updateRow(key, { add: { none: 1 } })])],
      ['an empty condition', (table) => table.put({ ...key }, {})],
      ['no alternative at all', (table) => table.put({ ...key }, [])],
      ['an empty alternative', (table) => table.put({ ...key }, [{ text: 'x' }, {}])],
      ['a choice of nothing', (table) => table.put({ ...key }, { text: { in: [] } })],
      ['an empty sort key', (table) => table.put({ ...key, sk: '' })],
      ['an empty partition key', (table) => table.putMany([{ ...keyIn<LooseRow>('', 'a') }])],
      ['an empty transaction', (table) => table.transact([])],
      ['two writes to one row', (table) => table.transact([putRow({ ...key }), deleteRow(key)])],
      ['a batch that puts a row twice', (table) => table.putMany([{ ...key }, { ...key }])],
      ['a batch that deletes a row twice', (table) => table.deleteMany([key, key])],
      ['two ranges', (table) => table.query({ pk: key.pk, prefix: 'a', upTo: 'b' })],
      ['a limit of 0', (table) => table.query({ pk: key.pk, limit: 0 })],
      ['an empty filter', (table) => table.query({ pk: key.pk, filter: {} })],
      ['a filter of the key', (table) => table.query({ pk: key.pk, filter: { sk: 'a' } })],
    ]

    test.each(refused)('%s', async (_, ask) => {
      const table = open()
      const row = { ...key, text: 'x', none: null }
      await table.put(row)
      const answer = await ask(table).catch((error: unknown) => error)
      expect(answer).toBeInstanceOf(Error)
      expect(answer).not.toBeInstanceOf(ConditionFailed)
      expect(await table.get(key)).toEqual(row)
    })
  })
})

describe('DynamoDB alone', () => {
  test('an answer ends at a megabyte, and all rows are still returned', async () => {
    const table = new DynamoTable('conformance', dynamodb.client)
    const pk = partition<LooseRow>('large')
    const rows = Array.from({ length: 30 }, (_, place) => ({
      pk,
      sk: String(place + 10),
      text: LARGE,
    }))
    await table.putMany(rows)
    const page = await table.query({ pk })
    expect(page.rows.length).toBeLessThan(30)
    expect(await all(table, pk)).toEqual(rows.map(({ sk }) => sk))
    expect(await table.getMany(rows)).toHaveLength(30)
  })

  test('a write that conflicts with a transaction on its row is retried', async () => {
    const table = new DynamoTable('conformance', dynamodb.client)
    const key = keyIn<LooseRow>('conflict', 'a')
    await table.put({ ...key })
    expect(await conflictsOf(() => table.update(key, { add: { n: 1 } }, { pk: { exists: true } }))).toBe(2)
    expect(await table.get(key)).toEqual({ ...key, n: 1 })
    expect(await conflictsOf(() => table.put({ ...key, n: 2 }))).toBe(2)
    expect(await conflictsOf(() => table.delete(key, { n: 2 }))).toBe(2)
    expect(await table.get(key)).toBeUndefined()
  })

  /** The number of conflicts that a write survived, of the two before it reaches the table. */
  async function conflictsOf(write: () => Promise<unknown>): Promise<number> {
    let conflicts = 0
    const { middlewareStack } = dynamodb.client
    middlewareStack.add(
      (next) => async (given) => {
        if (conflicts === 2) return next(given)
        conflicts++
        throw new TransactionConflictException({ message: 'A transaction is under way', $metadata: {} })
      },
      { step: 'finalizeRequest', name: 'conflicts' },
    )
    await write().finally(() => middlewareStack.remove('conflicts'))
    return conflicts
  }
})

const named = (conditions: When<LooseRow>[]) =>
  conditions.map((when) => [JSON.stringify(when), when] as const)

const LARGE = 'x'.repeat(100_000)

async function all(table: Table, pk: Partition<LooseRow>, query: Partial<Query<LooseRow>> = {}) {
  const keys: string[] = []
  for await (const { sk } of allRows(table, { pk, ...query })) keys.push(sk)
  return keys
}

/** The failures of a write whose condition must not hold. */
async function failuresOf(write: Promise<unknown>): Promise<(Row | Key | null | undefined)[]> {
  const answer = await write.catch((error: unknown) => error)
  if (answer instanceof ConditionFailed) return answer.failures
  throw new Error('The condition held', { cause: answer })
}
