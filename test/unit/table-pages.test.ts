import { MemoryTable } from '@recado/shared/table/memory'
import { pageNewestFirst, pageOfPartition, rowsInStrides } from '@recado/shared/table/pages'
import { keyIn, type Page, partition, type Query } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

interface Numbered {
  number: number
}
const PARTITION = partition<Numbered>('NUMBERS')
const skOf = (number: number) => String(number).padStart(5, '0')

let memory: MemoryTable
let table: TenantTable
/** The limits of the queries that were made. */
let limits: (number | undefined)[]
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  limits = []
  const query = memory.query.bind(memory)
  memory.query = async <T extends object>(given: Query<T>): Promise<Page<T>> => {
    limits.push(given.limit)
    return query(given)
  }
})

const put = (numbers: readonly number[]) =>
  table.putMany(numbers.map((number) => ({ ...keyIn<Numbered>(PARTITION, skOf(number)), number })))
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('a page of a partition', () => {
  test('reads its own rows and one more, however many there are', async () => {
    await put(upTo(1000))
    const page = await pageNewestFirst(table, { pk: PARTITION, limit: 20 })
    expect(page.rows.map(({ number }) => number)).toEqual(upTo(20).map((at) => 999 - at))
    expect(limits).toEqual([21])
  })

  test('leads to the next one, in either order, with or without a filter', async () => {
    const numbers = fc.uniqueArray(fc.nat(99), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (all, limit, descending, isFiltered) => {
          await table.deleteMany(upTo(100).map((number) => keyIn(PARTITION, skOf(number))))
          await put(all)
          const filter = isFiltered ? { filter: { number: { atLeast: 40 } } } : {}
          const found: number[] = []
          let after: string | undefined
          do {
            const page = await pageOfPartition(table, { pk: PARTITION, descending, after, limit, ...filter })
            if (page.after !== undefined) expect(page.rows).toHaveLength(limit)
            found.push(...page.rows.map(({ number }) => number))
            after = page.after
          } while (after !== undefined)
          const wanted = all.filter((number) => !isFiltered || number >= 40).sort((a, b) => a - b)
          expect(found).toEqual(descending ? wanted.reverse() : wanted)
        },
      ),
    )
  })

  test('with a filter that few rows match reads in strides that grow', async () => {
    await put(upTo(2000))
    const query = { pk: PARTITION, filter: { number: { below: 3 } }, limit: 20 }
    expect((await pageNewestFirst(table, query)).rows).toHaveLength(3)
    expect(limits).toEqual([50, 200, 800, 3200])
  })

  test('with a filter that most rows match reads once', async () => {
    await put(upTo(2000))
    const query = { pk: PARTITION, filter: { number: { atLeast: 1 } }, limit: 20 }
    expect((await pageNewestFirst(table, query)).rows).toHaveLength(20)
    expect(limits).toEqual([50])
  })
})

test('rows in strides end at the lowest sort key that is wanted', async () => {
  await put(upTo(1000))
  const query = { pk: PARTITION, descending: true, filter: { number: { below: 0 } } }
  for await (const _ of rowsInStrides(table, query, 20, skOf(980))) throw new Error('There is none')
  expect(limits).toEqual([50])
  const rows: number[] = []
  for await (const { number } of rowsInStrides(table, { pk: PARTITION, descending: true }, 20, skOf(997)))
    rows.push(number)
  expect(rows).toEqual([999, 998, 997])
})
