import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { committed, keyIn } from '@recado/shared/table/table'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CountingProxy } from '../support/counting-proxy.ts'
import { clientAt, type RunningDynamoDb, startEmulator } from '../support/dynamodb.ts'

const TableName = 'counted'

let dynamodb: RunningDynamoDb & { address: string }
let proxy: CountingProxy
let client: DynamoDBClient
beforeAll(async () => {
  dynamodb = await startEmulator()
  await dynamodb.createTable(TableName)
  proxy = await CountingProxy.before(dynamodb.address)
  client = clientAt(proxy.address)
})
afterAll(async () => {
  client.destroy()
  await proxy.stop()
  await dynamodb.stop()
})
beforeEach(async () => {
  for (const [sk, bytes] of ROWS) await put(sk, bytes)
  await client.send(new DeleteItemCommand({ TableName, Key: keyOf('missing') }))
  proxy.reset()
})

/** `pk`, `sk` and the attribute's name, with the values of the two keys. */
const OVERHEAD = 'pkPskn'.length

const keyOf = (sk: string) => ({ pk: { S: 'P' }, sk: { S: sk } })
/** A row of exactly this many bytes, as DynamoDB counts them: names and values in UTF-8. */
const rowOf = (sk: string, bytes: number) => ({
  ...keyOf(sk),
  n: { S: 'a'.repeat(bytes - OVERHEAD - sk.length) },
})
const put = (sk: string, bytes: number) =>
  client.send(new PutItemCommand({ TableName, Item: rowOf(sk, bytes) }))

/** Rows on both sides of the rounding limit. */
const ROWS: [sk: string, bytes: number][] = [
  ['1024', 1024],
  ['1025', 1025],
  ['4096', 4096],
  ['4097', 4097],
  ['9000', 9000],
]
const ALL_BYTES = ROWS.reduce((sum, [, bytes]) => sum + bytes, 0)

const get = (sk: string, ConsistentRead: boolean) =>
  client.send(new GetItemCommand({ TableName, Key: keyOf(sk), ConsistentRead }))
const query = (of: { ConsistentRead: boolean; isFiltered?: boolean; Limit?: number; pk?: string }) => {
  const { isFiltered, pk = 'P', ...rest } = of
  return client.send(
    new QueryCommand({
      ...rest,
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
      ...(isFiltered && { FilterExpression: 'n = :pk' }),
    }),
  )
}
const update = (Key: ReturnType<typeof keyOf>, to: string) => ({
  TableName,
  Key,
  UpdateExpression: 'SET n = :n',
  ExpressionAttributeValues: { ':n': { S: to } },
})

const reads: [what: string, units: number, read: () => Promise<unknown>][] = [
  ['a row of 4 KB', 1, () => get('4096', true)],
  ['a row of one byte more', 2, () => get('4097', true)],
  ['the same where it may be old', 1, () => get('4097', false)],
  ['a row of 9,000 bytes where it may be old', 1.5, () => get('9000', false)],
  ['a row that is missing', 1, () => get('missing', true)],
  ['a row that is missing where it may be old', 0.5, () => get('missing', false)],
  [
    'a batch, rounded row by row',
    1 + 2 + 3 + 1,
    () =>
      client.send(
        new BatchGetItemCommand({
          RequestItems: {
            [TableName]: { ConsistentRead: true, Keys: ['1024', '4097', '9000', 'missing'].map(keyOf) },
          },
        }),
      ),
  ],
  ['a query, rounded as a whole', Math.ceil(ALL_BYTES / 4096), () => query({ ConsistentRead: true })],
  ['a query that may be old', Math.ceil(ALL_BYTES / 4096) / 2, () => query({ ConsistentRead: false })],
  [
    'a query whose filter leaves nothing',
    Math.ceil(ALL_BYTES / 4096),
    () => query({ ConsistentRead: true, isFiltered: true }),
  ],
  ['a query that ends at a limit', 1, () => query({ ConsistentRead: true, Limit: 2 })],
  ['a query of nothing', 0.5, () => query({ ConsistentRead: false, pk: 'NOTHING' })],
]

test.for(reads)('%s takes %f read units', async ([, units, read]) => {
  await read()
  expect(proxy.units('read')).toBe(units)
  expect(proxy.units('write')).toBe(0)
})

const writes: [what: string, units: number, write: () => Promise<unknown>][] = [
  ['a new row of 1 KB', 1, () => put('missing', 1024)],
  ['a new row of one byte more', 2, () => put('missing', 1025)],
  ['a small row in place of one of 9,000 bytes', 9, () => put('9000', 100)],
  ['a change of 9,000 bytes to few', 9, () => client.send(new UpdateItemCommand(update(keyOf('9000'), 'a')))],
  ['a change that makes a row', 1, () => client.send(new UpdateItemCommand(update(keyOf('missing'), 'a')))],
  [
    'a deletion of 9,000 bytes',
    9,
    () => client.send(new DeleteItemCommand({ TableName, Key: keyOf('9000') })),
  ],
  [
    'a deletion of nothing',
    1,
    () => client.send(new DeleteItemCommand({ TableName, Key: keyOf('missing') })),
  ],
  [
    'a batch, rounded row by row',
    2 + 9,
    () =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: {
            [TableName]: [
              { PutRequest: { Item: rowOf('missing', 1025) } },
              { DeleteRequest: { Key: keyOf('9000') } },
            ],
          },
        }),
      ),
  ],
  [
    // The guide does not mention checks. They are counted like writes.
    'a transaction, everything twice',
    2 * (2 + 9 + 1 + 5),
    () =>
      client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: rowOf('missing', 1025) } },
            { Update: update(keyOf('9000'), 'a') },
            { Delete: { TableName, Key: keyOf('gone') } },
            {
              ConditionCheck: {
                TableName,
                Key: keyOf('4097'),
                ConditionExpression: 'attribute_exists(pk)',
              },
            },
          ],
        }),
      ),
  ],
]

test.for(writes)('%s takes %f write units', async ([, units, write]) => {
  await write()
  expect(proxy.units('write')).toBe(units)
  expect(proxy.units('read')).toBe(0)
})

test('the product’s table works through the proxy, which distinguishes partitions', async () => {
  const table = new DynamoTable(TableName, client)
  const key = keyIn<{ name: string }>('A#TAGS', '1')
  await table.put({ ...key, name: 'Cliente' })
  expect(await table.get(key)).toMatchObject({ name: 'Cliente' })
  expect(await committed(table.put({ ...key, name: 'Outro' }, { pk: { exists: false } }))).toBe(false)
  const ofTags = proxy.requests.filter(({ partitions }) => partitions.includes('A#TAGS'))
  expect(ofTags.map(({ operation, units, isRefused }) => [operation, units, isRefused])).toEqual([
    ['PutItem', 1, false],
    ['GetItem', 1, false],
    ['PutItem', 0, true],
  ])
})
