import {
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { expect } from 'vitest'
import type { Aws } from '../support/aws.ts'
import { type Checks, refusal } from './check.ts'
import { aPartition, put, type RawKey, rowAt } from './rows.ts'

/** `DynamoTable.transact`. */
export const transactions: Checks = {
  'a transaction accepts 100 writes and no more': async ({ dynamodb }) => {
    const rows = rowsOf(101)
    await transact(
      dynamodb,
      rows.slice(1).map((row) => putting(dynamodb, row)),
    )
    expect(await rowAt(dynamodb, rows[100] ?? none)).toEqual(rows[100])
    const tooMany = transact(
      dynamodb,
      rows.map((row) => putting(dynamodb, { ...row, again: true })),
    )
    expect((await refusal(tooMany)).name).toBe('ValidationException')
    expect(await rowAt(dynamodb, rows[0] ?? none)).toBeUndefined()
  },

  'puts, updates, deletions and checks are applied as one': async ({ dynamodb }) => {
    const [made, changed, gone, looked] = rowsOf(4) as [Row, Row, Row, Row]
    for (const row of [changed, gone, looked]) await put(dynamodb, row)
    await transact(dynamodb, [
      putting(dynamodb, made, 'attribute_not_exists(#n0)'),
      adding(dynamodb, changed),
      { Delete: { TableName: dynamodb.table, Key: keyOf(gone) } },
      looking(dynamodb, looked, 'attribute_exists(#n0)'),
    ])
    expect([await rowAt(dynamodb, made), await rowAt(dynamodb, gone)]).toEqual([made, undefined])
    expect(await rowAt(dynamodb, changed)).toEqual({ ...changed, n: 1 })
  },

  'the reasons of a refusal are in the order of the writes, each with the conflicting row': async ({
    dynamodb,
  }) => {
    const rows = rowsOf(5)
    const [free, taken, another, missing, last] = rows as [Row, Row, Row, Row, Row]
    for (const row of [taken, another, last]) await put(dynamodb, { ...row, of: row.sk })
    const error = await refusal(
      transact(dynamodb, [
        putting(dynamodb, free),
        putting(dynamodb, taken, 'attribute_not_exists(#n0)'),
        adding(dynamodb, another),
        looking(dynamodb, missing, 'attribute_exists(#n0)'),
        looking(dynamodb, last, 'attribute_not_exists(#n0)'),
      ]),
    )
    expect(reasonsOf(error)).toEqual([
      'None',
      { ...taken, of: taken.sk },
      'None',
      'ConditionalCheckFailed',
      { ...last, of: last.sk },
    ])
    expect([await rowAt(dynamodb, free), (await rowAt(dynamodb, another))?.n]).toEqual([undefined, undefined])
  },

  'a failed update returns the row it found': async ({ dynamodb }) => {
    const [row] = rowsOf(1) as [Row]
    await put(dynamodb, { ...row, n: 7 })
    const error = await refusal(transact(dynamodb, [adding(dynamodb, row, 'attribute_not_exists(#n0)')]))
    expect(reasonsOf(error)).toEqual([{ ...row, n: 7 }])
  },

  'a transaction with two writes of one row is refused and writes nothing': async ({ dynamodb }) => {
    const [row, other] = rowsOf(2) as [Row, Row]
    const twice = transact(dynamodb, [
      putting(dynamodb, other),
      putting(dynamodb, row),
      adding(dynamodb, row),
    ])
    expect((await refusal(twice)).name).toBe('ValidationException')
    expect(await rowAt(dynamodb, other)).toBeUndefined()
  },

  'a transaction with two writes of one row is refused as invalid, with any conditions': async ({
    dynamodb,
  }) => {
    const [row] = rowsOf(1) as [Row]
    const twice = transact(dynamodb, [
      looking(dynamodb, row, 'attribute_exists(#n0)'),
      putting(dynamodb, row),
    ])
    expect((await refusal(twice)).name).toBe('ValidationException')
  },

  'a transaction with a malformed write is refused as invalid, with any conditions': async ({ dynamodb }) => {
    const [row] = rowsOf(1) as [Row]
    await put(dynamodb, row)
    const malformed = transact(dynamodb, [
      putting(dynamodb, row, 'attribute_not_exists(#n0)'),
      putting(dynamodb, { pk: row.pk, sk: '' }),
    ])
    expect((await refusal(malformed)).name).toBe('ValidationException')
  },

  'a failed condition is reported even if another write is impossible': async ({ dynamodb }) => {
    const [missing, row] = rowsOf(2) as [Row, Row]
    await put(dynamodb, { ...row, n: 'um' })
    const error = await refusal(
      transact(dynamodb, [looking(dynamodb, missing, 'attribute_exists(#n0)'), adding(dynamodb, row)]),
    )
    expect(reasonsOf(error)[0]).toBe('ConditionalCheckFailed')
  },

  'a transaction with more than 4 MB of rows is refused': async ({ dynamodb }) => {
    const text = 'x'.repeat(390 * 1024)
    const rows = rowsOf(11).map((row) => ({ ...row, text }))
    await transact(
      dynamodb,
      rows.slice(0, 10).map((row) => putting(dynamodb, row)),
    )
    const tooLarge = transact(
      dynamodb,
      rows.map((row) => putting(dynamodb, row)),
    )
    expect((await refusal(tooLarge)).name).toBe('ValidationException')
  },

  'a transaction repeated under the same token is applied once': async ({ dynamodb }) => {
    const [row] = rowsOf(1) as [Row]
    const ClientRequestToken = crypto.randomUUID()
    for (let time = 0; time < 3; time++)
      await dynamodb.client.send(
        new TransactWriteItemsCommand({ ClientRequestToken, TransactItems: [adding(dynamodb, row)] }),
      )
    expect((await rowAt(dynamodb, row))?.n).toBe(1)
  },

  'simultaneous transactions on one row are each applied or refused as a conflict': async ({ dynamodb }) => {
    const [row] = rowsOf(1) as [Row]
    const ends = await Promise.all(
      Array.from({ length: 30 }, () =>
        transact(dynamodb, [adding(dynamodb, row)]).then(
          () => 'made',
          (error: unknown) => {
            if (error instanceof TransactionConflictException) return 'conflict'
            return reasonsOf(error).includes('TransactionConflict') ? 'conflict' : String(error)
          },
        ),
      ),
    )
    const made = ends.filter((end) => end === 'made').length
    expect(ends.filter((end) => end !== 'made' && end !== 'conflict')).toEqual([])
    expect((await rowAt(dynamodb, row))?.n).toBe(made)
  },
}

type Row = RawKey & Record<string, unknown>
const none = { pk: '', sk: '' }

const rowsOf = (count: number): Row[] => {
  const { pk } = aPartition()
  return Array.from({ length: count }, (_, at) => ({ pk, sk: String(at).padStart(3, '0') }))
}

const keyOf = ({ pk, sk }: RawKey) => marshall({ pk, sk })
const guard = (ConditionExpression: string) => ({
  ConditionExpression,
  ExpressionAttributeNames: { '#n0': 'pk' },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
})

const putting = ({ table }: Aws['dynamodb'], row: Row, condition?: string): TransactWriteItem => ({
  Put: { TableName: table, Item: marshall(row), ...(condition && guard(condition)) },
})

const looking = ({ table }: Aws['dynamodb'], row: Row, condition: string): TransactWriteItem => ({
  ConditionCheck: { TableName: table, Key: keyOf(row), ...guard(condition) },
})

const adding = ({ table }: Aws['dynamodb'], row: Row, condition?: string): TransactWriteItem => ({
  Update: {
    TableName: table,
    Key: keyOf(row),
    UpdateExpression: 'ADD #n1 :v0',
    ...(condition && guard(condition)),
    ExpressionAttributeNames: { '#n1': 'n', ...(condition && { '#n0': 'pk' }) },
    ExpressionAttributeValues: { ':v0': { N: '1' } },
  },
})

const transact = ({ client }: Aws['dynamodb'], TransactItems: TransactWriteItem[]) =>
  client.send(new TransactWriteItemsCommand({ TransactItems }))

/** Each write's code, or the row returned with it. */
function reasonsOf(error: unknown): unknown[] {
  if (!(error instanceof TransactionCanceledException)) throw error
  return (error.CancellationReasons ?? []).map(({ Code, Item }) => (Item ? unmarshall(Item) : Code))
}
