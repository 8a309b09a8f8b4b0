import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DescribeTimeToLiveCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { expect } from 'vitest'
import type { Aws } from '../support/aws.ts'
import { type Checks, refusal } from './check.ts'
import { aPartition, put } from './rows.ts'

/** `DynamoTable.query`, `getMany`, and the table itself. */
export const reads: Checks = {
  'rows come in the UTF-8 byte order of their sort keys, in both directions': async ({ dynamodb }) => {
    const { pk } = aPartition()
    // In UTF-16, JavaScript's order, the last two are the other way round.
    const keys = ['A', 'Z', 'a', 'a#1', 'b', '~', 'é', '\uFFEE', '\u{1F600}']
    for (const sk of [...keys].reverse()) await put(dynamodb, { pk, sk })
    expect(await keysOf(dynamodb, { pk })).toEqual(keys)
    expect(await keysOf(dynamodb, { pk, ScanIndexForward: false })).toEqual([...keys].reverse())
  },

  'a range begins with a text, or ends with a text': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a', 'a#1', 'a#2', 'b'])
    expect(await keysOf(dynamodb, { pk }, 'begins_with(#n1, :v1)', 'a#')).toEqual(['a#1', 'a#2'])
    expect(await keysOf(dynamodb, { pk }, '#n1 <= :v1', 'a#1')).toEqual(['a', 'a#1'])
  },

  'a limit counts rows before the filter, and the answer has the next start key': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a', 'b', 'c', 'd'])
    const page = await query(dynamodb, { pk, Limit: 2, ...matching('d') })
    expect([page.Items, page.LastEvaluatedKey]).toEqual([[], marshall({ pk, sk: 'b' })])
    const next = await query(dynamodb, { pk, ...matching('d'), ExclusiveStartKey: page.LastEvaluatedKey })
    expect([next.Items?.map(({ sk }) => sk?.S), next.LastEvaluatedKey]).toEqual([['d'], undefined])
  },

  'a page that ends with the last row still has a next start key': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a', 'b'])
    const { LastEvaluatedKey } = await query(dynamodb, { pk, Limit: 2 })
    expect(LastEvaluatedKey).toEqual(marshall({ pk, sk: 'b' }))
    const last = await query(dynamodb, { pk, Limit: 2, ExclusiveStartKey: LastEvaluatedKey })
    expect([last.Items, last.LastEvaluatedKey]).toEqual([[], undefined])
  },

  'a query continues behind a key without a row': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a', 'c'])
    const ExclusiveStartKey = marshall({ pk, sk: 'b' })
    expect(await keysOf(dynamodb, { pk, ExclusiveStartKey })).toEqual(['c'])
    expect(await keysOf(dynamodb, { pk, ExclusiveStartKey, ScanIndexForward: false })).toEqual(['a'])
  },

  'a start key outside the range is refused': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a#1', 'b'])
    const outside = { pk, ExclusiveStartKey: marshall({ pk, sk: 'b' }) }
    const error = await refusal(keysOf(dynamodb, outside, 'begins_with(#n1, :v1)', 'a#'))
    expect(error.name).toBe('ValidationException')
  },

  'a start key at the end of the range is refused': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['a', 'b'])
    const atEnd = { pk, ExclusiveStartKey: marshall({ pk, sk: 'b' }) }
    const error = await refusal(keysOf(dynamodb, atEnd, '#n1 <= :v1', 'b'))
    expect(error.name).toBe('ValidationException')
  },

  'a missing attribute, or one of another type, matches no comparison': async ({ dynamodb }) => {
    const { pk } = aPartition()
    const values = [undefined, null, 5, 10, '5', 'abc', true]
    for (const [at, value] of values.entries())
      await put(dynamodb, { pk, sk: String(at), ...(value !== undefined && { value }) })
    const found = async (filter: string, value: unknown) =>
      (await keysOf(dynamodb, { pk, ...filtered(filter, value) })).map((at) => values[Number(at)])
    expect(await found('#f < :f', 7)).toEqual([5])
    expect(await found('#f >= :f', 5)).toEqual([5, 10])
    expect(await found('#f >= :f', '5')).toEqual(['5', 'abc'])
    expect(await found('#f IN (:f)', true)).toEqual([true])
    expect(await found('contains(#f, :f)', 'b')).toEqual(['abc'])
    expect(await found('#f = :f', '5')).toEqual(['5'])
  },

  'a page ends at a megabyte': async ({ dynamodb }) => {
    const { pk } = aPartition()
    const text = 'x'.repeat(300_000)
    for (let at = 0; at < 5; at++) await put(dynamodb, { pk, sk: String(at), text })
    const page = await query(dynamodb, { pk })
    // It is not documented whether the row that exceeds the limit is included.
    expect([3, 4]).toContain(page.Items?.length)
    expect(page.LastEvaluatedKey).toEqual(marshall({ pk, sk: page.Items?.at(-1)?.sk?.S }))
  },

  'a consistent query sees the latest writes': async ({ dynamodb }) => {
    const { pk } = aPartition()
    for (let at = 10; at < 30; at++) {
      await put(dynamodb, { pk, sk: String(at) })
      expect(await keysOf(dynamodb, { pk, ConsistentRead: true })).toHaveLength(at - 9)
    }
  },

  'a batch reads 100 keys and no more, and returns the existing rows': async ({ dynamodb }) => {
    const { pk } = await partitionOf(dynamodb, ['000', '099'])
    const keys = Array.from({ length: 101 }, (_, at) => ({ pk, sk: String(at).padStart(3, '0') }))
    expect((await batch(dynamodb, keys.slice(0, 100))).rows.map(({ sk }) => sk).sort()).toEqual([
      '000',
      '099',
    ])
    expect((await refusal(batch(dynamodb, keys))).name).toBe('ValidationException')
  },

  'a batch with a duplicate key is refused': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    expect((await refusal(batch(dynamodb, [key, key]))).name).toBe('ValidationException')
  },

  'a batch ends at 16 MB and returns the remaining keys': async ({ dynamodb }) => {
    const { pk } = aPartition()
    const rows = Array.from({ length: 44 }, (_, at) => ({ pk, sk: String(at), text: 'x'.repeat(390 * 1024) }))
    for (let from = 0; from < rows.length; from += 11) {
      const RequestItems = {
        [dynamodb.table]: rows.slice(from, from + 11).map((row) => ({ PutRequest: { Item: marshall(row) } })),
      }
      await dynamodb.client.send(new BatchWriteItemCommand({ RequestItems }))
    }
    const { rows: read, left } = await batch(dynamodb, rows)
    expect(read.length).toBeLessThan(44)
    expect([...read, ...left].map(({ sk }) => Number(sk)).sort((a, b) => a - b)).toEqual([...rows.keys()])
  },

  'rows expire by their expiry attribute': async ({ dynamodb }) => {
    const { client, table: TableName } = dynamodb
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt' })
    expect(TimeToLiveDescription?.TimeToLiveStatus).toMatch(/^ENABL/)
  },
}

async function partitionOf(dynamodb: Aws['dynamodb'], keys: string[]): Promise<{ pk: string }> {
  const { pk } = aPartition()
  for (const sk of keys) await put(dynamodb, { pk, sk, text: sk })
  return { pk }
}

type Query = { pk: string } & Partial<QueryCommandInput>

const filtered = (FilterExpression: string, value: unknown) => ({
  FilterExpression,
  ExpressionAttributeNames: { '#f': 'value' },
  ExpressionAttributeValues: marshall({ ':f': value }),
})
const matching = (text: string) => ({
  ...filtered('#f = :f', text),
  ExpressionAttributeNames: { '#f': 'text' },
})

function query({ client, table }: Aws['dynamodb'], { pk, ...how }: Query, range?: string, end = '') {
  return client.send(
    new QueryCommand({
      TableName: table,
      ...how,
      KeyConditionExpression: `#n0 = :v0${range ? ` AND ${range}` : ''}`,
      ExpressionAttributeNames: {
        ...how.ExpressionAttributeNames,
        '#n0': 'pk',
        ...(range && { '#n1': 'sk' }),
      },
      ExpressionAttributeValues: {
        ...how.ExpressionAttributeValues,
        ...marshall({ ':v0': pk, ...(range && { ':v1': end }) }),
      },
    }),
  )
}

async function keysOf(dynamodb: Aws['dynamodb'], of: Query, range?: string, end?: string) {
  const { Items = [] } = await query(dynamodb, of, range, end)
  return Items.map(({ sk }) => sk?.S ?? '')
}

const read = (items: Record<string, AttributeValue>[] = []) => items.map((item) => unmarshall(item))

async function batch({ client, table }: Aws['dynamodb'], keys: { pk: string; sk: string }[]) {
  const Keys = keys.map(({ pk, sk }) => marshall({ pk, sk }))
  const { Responses, UnprocessedKeys } = await client.send(
    new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
  )
  return { rows: read(Responses?.[table]), left: read(UnprocessedKeys?.[table]?.Keys) }
}
