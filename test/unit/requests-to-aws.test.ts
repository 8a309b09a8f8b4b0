import type { DynamoTable } from '@recado/shared/table/dynamo'
import { ConditionFailed, keyIn, partition } from '@recado/shared/table/table'
import { expect, test } from 'vitest'
import { accepted, afterALostAnswer, answering, refusing } from '../support/answering-dynamodb.ts'

const refused = refusing('ConditionalCheckFailedException')
const throttled = refusing('ProvisionedThroughputExceededException')
const claim = (table: DynamoTable) =>
  table.update(keyIn<{ status: string }>('A', 'B'), { set: { status: 'SENDING' } }, { status: 'PENDING' })

test('a request without an answer is given up, repeated, and then fails', async () => {
  let requests = 0
  const table = await answering(() => requests++, { requestMs: 50 })
  await expect(table.get(keyIn('A', 'B'))).rejects.toThrow(/timed? ?out|did not complete|TimeoutError/i)
  expect(requests).toBeGreaterThan(1)
})

test('a refused write was not made', async () => {
  await expect(claim(await answering(refused))).rejects.toBeInstanceOf(ConditionFailed)
})

test('a write that is refused when it is repeated after a lost answer may have been made', async () => {
  const table = await answering(afterALostAnswer(refused))
  const failure = await claim(table).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(ConditionFailed)
  expect(failure).toMatchObject({ message: 'The answer to a write was lost' })
})

test('a batch that a busy partition refuses whole is sent again', async () => {
  let requests = 0
  const table = await answering(
    (request, response) => {
      if (++requests % 3) throttled(request, response)
      else accepted(request, response)
    },
    { maxAttempts: 1 },
  )
  await table.putMany([keyIn('A', 'B')])
  await table.deleteMany([keyIn('A', 'B')])
  expect(await table.getMany([keyIn('A', 'B')])).toEqual([])
  expect(requests).toBe(9)
})

test('a query whose range lies behind its start key is not sent', async () => {
  let requests = 0
  const table = await answering((request, response) => {
    requests++
    accepted(request, response)
  })
  const pk = partition('A')
  expect(await table.query({ pk, upTo: 'b', after: 'c' })).toEqual({ rows: [] })
  expect(await table.query({ pk, prefix: 'b', after: 'c' })).toEqual({ rows: [] })
  expect(await table.query({ pk, prefix: 'b', after: 'a', descending: true })).toEqual({ rows: [] })
  expect(requests).toBe(0)
})
