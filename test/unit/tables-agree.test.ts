import { DynamoTable } from '@recado/shared/table/dynamo'
import { MemoryTable } from '@recado/shared/table/memory'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpOf, type RunningDynamoDb, sortedByKey, startDynamoDb } from '../support/dynamodb.ts'
import { PATIENCE } from '../support/eventually.ts'
import { operation, outcomeOf } from '../support/table-operations.ts'

let dynamodb: RunningDynamoDb

beforeAll(async () => {
  dynamodb = await startDynamoDb()
})
afterAll(() => dynamodb.stop())

test('random operations give the same answers and the same content in both tables', {
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
