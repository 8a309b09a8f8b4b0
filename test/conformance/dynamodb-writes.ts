import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { expect } from 'vitest'
import type { Aws } from '../support/aws.ts'
import { type Checks, refusal } from './check.ts'
import { aPartition, put, rowAt } from './rows.ts'

const ALL_OLD = 'ALL_OLD' as const
const ABSENT = {
  ConditionExpression: 'attribute_not_exists(#n0)',
  ExpressionAttributeNames: { '#n0': 'pk' },
  ReturnValuesOnConditionCheckFailure: ALL_OLD,
}
const IS_TWO = {
  ConditionExpression: '#n0 = :v0',
  ExpressionAttributeNames: { '#n0': 'n' },
  ExpressionAttributeValues: { ':v0': { N: '2' } },
  ReturnValuesOnConditionCheckFailure: ALL_OLD,
}

/** Single writes: `DynamoTable.put`, `update`, `delete`, `putMany`. */
export const writes: Checks = {
  'a put with a failed condition is refused with the stored row': async ({ dynamodb }) => {
    const row = { ...aPartition(), sk: 'a', n: 1, text: 'é', list: [1, { deep: null }] }
    await put(dynamodb, row)
    const Item = marshall({ ...row, n: 2 })
    const { client, table: TableName } = dynamodb
    expect(failed(await refusal(client.send(new PutItemCommand({ TableName, Item, ...ABSENT }))))).toEqual(
      row,
    )
    expect(await rowAt(dynamodb, row)).toEqual(row)
  },

  'an update with a failed condition is refused with the stored row': async ({ dynamodb }) => {
    const row = { ...aPartition(), sk: 'a', n: 1 }
    await put(dynamodb, row)
    const update = updateOf(dynamodb, row, 'SET #n0 = :v0', IS_TWO)
    expect(failed(await refusal(update))).toEqual(row)
    expect(await rowAt(dynamodb, row)).toEqual(row)
  },

  'a deletion with a failed condition is refused with the stored row': async ({ dynamodb }) => {
    const row = { ...aPartition(), sk: 'a', n: 1 }
    await put(dynamodb, row)
    const { client, table: TableName } = dynamodb
    const Key = marshall({ pk: row.pk, sk: row.sk })
    const deletion = client.send(new DeleteItemCommand({ TableName, Key, ...IS_TWO }))
    expect(failed(await refusal(deletion))).toEqual(row)
    expect(await rowAt(dynamodb, row)).toEqual(row)
  },

  'a refusal has no row if none is stored': async ({ dynamodb }) => {
    const update = updateOf(dynamodb, { ...aPartition(), sk: 'a' }, 'SET #n0 = :v0', IS_TWO)
    expect(failed(await refusal(update))).toBeUndefined()
  },

  'an update creates a missing row and returns the new row': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    const { Attributes = {} } = await updateOf(dynamodb, key, 'ADD #n0 :v0', {
      ExpressionAttributeNames: { '#n0': 'n' },
      ExpressionAttributeValues: { ':v0': { N: '3' } },
    })
    expect(unmarshall(Attributes)).toEqual({ ...key, n: 3 })
  },

  'an addition starts at zero, may go below it, and is exact to fifteen digits': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    for (const amount of ['-5', '900000000000005', '1'])
      await updateOf(dynamodb, key, 'ADD #n0 :v0', {
        ExpressionAttributeNames: { '#n0': 'n' },
        ExpressionAttributeValues: { ':v0': { N: amount } },
      })
    expect((await rowAt(dynamodb, key))?.n).toBe(900_000_000_000_001)
  },

  'an addition to a text is refused': async ({ dynamodb }) => {
    const row = { ...aPartition(), sk: 'a', n: 'um' }
    await put(dynamodb, row)
    const addition = updateOf(dynamodb, row, 'ADD #n0 :v0', {
      ExpressionAttributeNames: { '#n0': 'n' },
      ExpressionAttributeValues: { ':v0': { N: '1' } },
    })
    expect((await refusal(addition)).name).toBe('ValidationException')
    expect(await rowAt(dynamodb, row)).toEqual(row)
  },

  'many simultaneous additions are all counted': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    const once = () =>
      updateOf(dynamodb, key, 'ADD #n0 :v0', {
        ExpressionAttributeNames: { '#n0': 'n' },
        ExpressionAttributeValues: { ':v0': { N: '1' } },
      })
    await Promise.all(Array.from({ length: 40 }, once))
    expect((await rowAt(dynamodb, key))?.n).toBe(40)
  },

  'reserved words are accepted as names behind a #': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    const { Attributes = {} } = await updateOf(dynamodb, key, 'SET #n0 = :v0, #n1 = :v1 REMOVE #n2', {
      ExpressionAttributeNames: { '#n0': 'status', '#n1': 'name', '#n2': 'count' },
      ExpressionAttributeValues: { ':v0': { S: 'OPEN' }, ':v1': { S: '' } },
    })
    expect(unmarshall(Attributes)).toEqual({ ...key, status: 'OPEN', name: '' })
  },

  'an empty key is refused': async ({ dynamodb }) => {
    for (const row of [
      { pk: '', sk: 'a' },
      { ...aPartition(), sk: '' },
    ])
      expect((await refusal(put(dynamodb, row))).name).toBe('ValidationException')
  },

  'a partition key has 2,048 bytes at most, a sort key 1,024': async ({ dynamodb }) => {
    const { pk } = aPartition()
    const longest = { pk: pk.padEnd(2048, 'x'), sk: 'é'.repeat(512) }
    await put(dynamodb, longest)
    expect(await rowAt(dynamodb, longest)).toEqual(longest)
    for (const row of [
      { ...longest, pk: `${longest.pk}x` },
      { ...longest, sk: `${longest.sk}x` },
    ])
      expect((await refusal(put(dynamodb, row))).name).toBe('ValidationException')
  },

  'a row has 400 KB at most, in bytes of UTF-8 and with its attribute names': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    const room = 400 * 1024 - Buffer.byteLength(`pk${key.pk}sk${key.sk}text`)
    await put(dynamodb, { ...key, text: `${'é'.repeat(room >> 1)}`.padEnd(room - (room >> 1), 'x') })
    const tooLarge = put(dynamodb, { ...key, text: 'x'.repeat(room + 1) })
    expect((await refusal(tooLarge)).name).toBe('ValidationException')
  },

  'a batch writes 25 rows and no more': async ({ dynamodb }) => {
    const { pk } = aPartition()
    const rows = Array.from({ length: 26 }, (_, at) => ({ pk, sk: String(at) }))
    const { UnprocessedItems = {} } = await batch(dynamodb, rows.slice(1))
    expect(UnprocessedItems).toEqual({})
    expect(await rowAt(dynamodb, { pk, sk: '25' })).toEqual({ pk, sk: '25' })
    expect((await refusal(batch(dynamodb, rows))).name).toBe('ValidationException')
    expect(await rowAt(dynamodb, { pk, sk: '0' })).toBeUndefined()
  },

  'a consistent read returns the last write': async ({ dynamodb }) => {
    const key = { ...aPartition(), sk: 'a' }
    for (let n = 1; n <= 20; n++) {
      await put(dynamodb, { ...key, n })
      const { client, table: TableName } = dynamodb
      const { Item = {} } = await client.send(
        new GetItemCommand({ TableName, Key: marshall(key), ConsistentRead: true }),
      )
      expect(unmarshall(Item)).toEqual({ ...key, n })
    }
  },
}

/** The row returned with a failed condition. */
function failed(error: Error) {
  if (!(error instanceof ConditionalCheckFailedException)) throw error
  return error.Item && unmarshall(error.Item)
}

const updateOf = (
  { client, table }: Aws['dynamodb'],
  { pk, sk }: { pk: string; sk: string },
  UpdateExpression: string,
  how: object,
) =>
  client.send(
    new UpdateItemCommand({
      TableName: table,
      Key: marshall({ pk, sk }),
      UpdateExpression,
      ReturnValues: 'ALL_NEW',
      ...how,
    }),
  )

const batch = ({ client, table }: Aws['dynamodb'], rows: object[]) =>
  client.send(
    new BatchWriteItemCommand({
      RequestItems: { [table]: rows.map((row) => ({ PutRequest: { Item: marshall(row) } })) },
    }),
  )
