import { TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import {
  allRows,
  ConditionFailed,
  committed,
  type Key,
  type Row,
  type Table,
  type When,
} from '@recado/shared/table/table'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpOf, type RunningDynamoDb, sortedByKey, startDynamoDb } from '../support/dynamodb.ts'
import { PATIENCE } from '../support/eventually.ts'
import { operation, outcomeOf } from '../support/table-operations.ts'

let dynamodb: RunningDynamoDb

beforeAll(async () => {
  dynamodb = await startDynamoDb()
  await dynamodb.createTable('conformance')
})
afterAll(() => dynamodb.stop())

/** The same rules for the table in memory, which the engine's simulation runs on, and for the real one. */
describe.each([
  { kind: 'in memory', open: (): Table => new MemoryTable() },
  { kind: 'in DynamoDB', open: (): Table => new DynamoTable('conformance', dynamodb.client) },
])('a table $kind', ({ open }) => {
  let partitions = 0
  /** A partition that nothing has been written to. */
  const aPartition = () => `partition-${++partitions}`

  describe('rows', () => {
    test('a row comes back as it was put, without what was undefined', async () => {
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

    test('bytes come back as bytes', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', bytes: new Uint8Array([0, 128, 255]) })
      const row = await table.get<{ bytes: Uint8Array }>({ pk, sk: 'a' })
      expect(new Uint8Array(row?.bytes ?? [])).toEqual(new Uint8Array([0, 128, 255]))
    })

    test('a put replaces the whole row', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'a', before: 1 })
      await table.put({ pk, sk: 'a', after: 2 })
      expect(await table.get({ pk, sk: 'a' })).toStrictEqual({ pk, sk: 'a', after: 2 })
    })

    test('what was read is a copy: changing it changes nothing stored', async () => {
      const [table, pk] = [open(), aPartition()]
      const given = { pk, sk: 'a', list: ['one'] }
      await table.put(given)
      given.list.push('two')
      const read = await table.get<{ list: string[] }>({ pk, sk: 'a' })
      read?.list.push('three')
      expect(await table.get({ pk, sk: 'a' })).toStrictEqual({ pk, sk: 'a', list: ['one'] })
    })

    test('many rows are read at once: those that exist, each once, however often it is named', async () => {
      const [table, pk] = [open(), aPartition()]
      const keys = Array.from({ length: 120 }, (_, index) => ({ pk, sk: String(index) }))
      await table.putMany(keys)
      const named = [...keys, ...keys.slice(0, 10), { pk, sk: 'missing' }]
      expect((await table.getMany(named)).map(({ sk }) => sk).sort()).toEqual(keys.map(({ sk }) => sk).sort())
      expect(await table.getMany([])).toEqual([])
    })

    test('many rows are deleted at once, whether they exist or not', async () => {
      const [table, pk] = [open(), aPartition()]
      const keys = Array.from({ length: 60 }, (_, index) => ({ pk, sk: String(index) }))
      await table.putMany(keys)
      await table.deleteMany([...keys.slice(1), { pk, sk: 'missing' }])
      expect(await all(table, pk)).toEqual(['0'])
    })
  })

  describe('updates', () => {
    test('an update makes the row where there is none, and answers it as it is afterwards', async () => {
      const [table, pk] = [open(), aPartition()]
      const key = { pk, sk: 'a' }
      expect(await table.update(key, { set: { a: 1 }, add: { n: 2 } })).toEqual({ ...key, a: 1, n: 2 })
      expect(await table.update(key, { add: { n: 3 }, remove: ['a', 'never'] })).toEqual({ ...key, n: 5 })
    })

    test('an attribute set to undefined stays as it was', async () => {
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
    const passing: When[] = [
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
    const failing: When[] = [
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

    test.each(named(failing))('%s does not hold, and the row that stands there is told', async (_, when) => {
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

    test('a condition on a row that is not there fails with null', async () => {
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
    test('are made as a whole', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.putMany([
        { pk, sk: 'delete' },
        { pk, sk: 'update', n: 1 },
        { pk, sk: 'check', ok: true },
      ])
      await table.transact([
        { delete: { pk, sk: 'delete' } },
        { update: { pk, sk: 'update' }, change: { add: { n: 1 } } },
        { check: { pk, sk: 'check' }, when: { ok: true } },
        { put: { pk, sk: 'put' }, when: { pk: { exists: false } } },
      ])
      expect(await all(table, pk)).toEqual(['check', 'put', 'update'])
      expect(await table.get({ pk, sk: 'update' })).toMatchObject({ n: 2 })
    })

    test('are not made at all where one condition fails, and tell which failed', async () => {
      const [table, pk] = [open(), aPartition()]
      await table.put({ pk, sk: 'there', n: 1 })
      const transaction = table.transact([
        { put: { pk, sk: 'new' } },
        { put: { pk, sk: 'there' }, when: { pk: { exists: false } } },
        { check: { pk, sk: 'missing' }, when: { pk: { exists: true } } },
        { delete: { pk, sk: 'fine' }, when: { pk: { exists: false } } },
      ])
      expect(await failuresOf(transaction)).toEqual([undefined, { pk, sk: 'there', n: 1 }, null, undefined])
      expect(await all(table, pk)).toEqual(['there'])
    })

    test('hold at most 100 writes', async () => {
      const [table, pk] = [open(), aPartition()]
      const writes = Array.from({ length: 101 }, (_, index) => ({ put: { pk, sk: String(index) } }))
      await expect(table.transact(writes)).rejects.toThrow()
      await table.transact(writes.slice(1))
      expect(await all(table, pk)).toHaveLength(100)
    })
  })

  describe('queries', () => {
    // No capitals: the emulator's begins_with takes A for a (dynoxide 1.2.1), DynamoDB's does not.
    const SORTED = ['0', 'a', 'a#1', 'a#2', 'b', 'é', '\uFFEE', '\u{1F600}']

    async function filled(): Promise<[Table, string]> {
      const [table, pk] = [open(), aPartition()]
      await table.putMany(
        [...SORTED].reverse().map((sk, place) => ({ pk, sk, place, even: place % 2 === 0 })),
      )
      return [table, pk]
    }

    test('answer a partition in the order of the bytes of its sort keys, either way round', async () => {
      const [table, pk] = await filled()
      expect(await all(table, pk)).toEqual(SORTED)
      expect(await all(table, pk, { descending: true })).toEqual([...SORTED].reverse())
      expect(await table.query({ pk: `${pk}x` })).toEqual({ rows: [] })
    })

    test('answer the keys that begin with a text, or go up to one', async () => {
      const [table, pk] = await filled()
      expect(await all(table, pk, { prefix: 'a' })).toEqual(['a', 'a#1', 'a#2'])
      expect(await all(table, pk, { upTo: 'a#2' })).toEqual(['0', 'a', 'a#1', 'a#2'])
      expect(await all(table, pk, { upTo: 'a#2', descending: true })).toEqual(['a#2', 'a#1', 'a', '0'])
    })

    test.each([1, 2, 3, 7, 8, 9])('go on page by page, %i rows at a time', async (limit) => {
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

    test('go on behind a key that is not there any more', async () => {
      const [table, pk] = await filled()
      await table.delete({ pk, sk: 'a#1' })
      expect(await all(table, pk, { after: 'a#1' })).toEqual(SORTED.slice(3))
      expect(await all(table, pk, { after: 'a#1', descending: true })).toEqual(['a', '0'])
    })
  })

  describe('what cannot be asked for is refused, and nothing is done', () => {
    const key = { pk: 'refused', sk: 'a' }
    const refused: [string, (table: Table) => Promise<unknown>][] = [
      ['a change of nothing', (table) => table.update(key, {})],
      ['a change to undefined alone', (table) => table.update(key, { set: { a: undefined } })],
      ['two changes of one attribute', (table) => table.update(key, { set: { a: 1 }, remove: ['a'] })],
      ['an attribute set and added to', (table) => table.update(key, { set: { a: 1 }, add: { a: 1 } })],
      ['a change of the key', (table) => table.update(key, { set: { pk: 'other' } })],
      ['an addition to a text', (table) => table.update(key, { add: { text: 1 } })],
      ['an addition to null', (table) => table.transact([{ update: key, change: { add: { none: 1 } } }])],
      ['an empty condition', (table) => table.put(key, {})],
      ['no alternative at all', (table) => table.put(key, [])],
      ['an empty alternative', (table) => table.put(key, [{ text: 'x' }, {}])],
      ['a choice of nothing', (table) => table.put(key, { text: { in: [] } })],
      ['an empty sort key', (table) => table.put({ pk: 'refused', sk: '' })],
      ['an empty partition key', (table) => table.putMany([{ pk: '', sk: 'a' }])],
      ['an empty transaction', (table) => table.transact([])],
      ['two writes to one row', (table) => table.transact([{ put: key }, { delete: key }])],
      ['a batch that puts a row twice', (table) => table.putMany([key, key])],
      ['a batch that deletes a row twice', (table) => table.deleteMany([key, key])],
      ['two ranges', (table) => table.query({ pk: 'refused', prefix: 'a', upTo: 'b' })],
      ['a limit of 0', (table) => table.query({ pk: 'refused', limit: 0 })],
      ['an empty filter', (table) => table.query({ pk: 'refused', filter: {} })],
      ['a filter of the key', (table) => table.query({ pk: 'refused', filter: { sk: 'a' } })],
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

test('whatever is done to both, they answer the same and hold the same', {
  timeout: 120_000 * PATIENCE,
}, async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
      const name = `run-${++runs}`
      await dynamodb.createTable(name)
      const real = new DynamoTable(name, dynamodb.client)
      const memory = new MemoryTable()
      for (const each of operations) {
        expect(await outcomeOf(memory, each), JSON.stringify(each)).toEqual(await outcomeOf(real, each))
      }
      expect(sortedByKey([...memory.rows()])).toEqual(await dumpOf(dynamodb.client, name))
    }),
    { numRuns: 250 },
  )
})

describe('DynamoDB alone', () => {
  test('an answer ends at a megabyte, and all rows come all the same', async () => {
    const table = new DynamoTable('conformance', dynamodb.client)
    const rows = Array.from({ length: 30 }, (_, place) => ({
      pk: 'large',
      sk: String(place + 10),
      text: LARGE,
    }))
    await table.putMany(rows)
    const page = await table.query({ pk: 'large' })
    expect(page.rows.length).toBeLessThan(30)
    expect(await all(table, 'large')).toEqual(rows.map(({ sk }) => sk))
    expect(await table.getMany(rows)).toHaveLength(30)
  })

  test('a write that meets a transaction on its row is made again', async () => {
    const table = new DynamoTable('conformance', dynamodb.client)
    const key = { pk: 'conflict', sk: 'a' }
    await table.put(key)
    expect(await conflictsOf(() => table.update(key, { add: { n: 1 } }, { pk: { exists: true } }))).toBe(2)
    expect(await table.get(key)).toEqual({ ...key, n: 1 })
    expect(await conflictsOf(() => table.put({ ...key, n: 2 }))).toBe(2)
    expect(await conflictsOf(() => table.delete(key, { n: 2 }))).toBe(2)
    expect(await table.get(key)).toBeUndefined()
  })

  /** How many conflicts a write outlived, of the two that it meets before it reaches the table. */
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

const named = (conditions: When[]) => conditions.map((when) => [JSON.stringify(when), when] as const)

const LARGE = 'x'.repeat(100_000)

async function all(table: Table, pk: string, query: Partial<Parameters<Table['query']>[0]> = {}) {
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
