import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAws, openEmulators } from '../support/aws.ts'
import { isShared } from '../support/outside.ts'
import type { Checks } from './check.ts'
import { reads } from './dynamodb-reads.ts'
import { transactions } from './dynamodb-transactions.ts'
import { writes } from './dynamodb-writes.ts'
import { deviationsOf, EMULATORS } from './emulators.ts'
import { s3 } from './s3.ts'
import { sqs } from './sqs.ts'

/**
 * The product's assumptions about AWS, tested in the emulators of the local system, or in the one at
 * AWS_ENDPOINT_URL, named by CONFORMANCE_OF.
 */
const emulator = isShared ? (process.env.CONFORMANCE_OF ?? 'localstack') : 'local'
const deviations = deviationsOf(emulator)
const SERVICES: readonly [string, Checks][] = [
  ['DynamoDB, writes', writes],
  ['DynamoDB, transactions', transactions],
  ['DynamoDB, reads', reads],
  ['SQS', sqs],
  ['S3', s3],
]

let open: OpenAws
beforeAll(async () => {
  open = await openEmulators()
})
afterAll(() => open?.close())

// The checks of queues mostly wait.
describe.for(SERVICES)(`the product’s assumptions in ${emulator}: %s`, ([service, checks]) => {
  describe('holds', { concurrent: service === 'SQS' }, () => {
    for (const [title, check] of Object.entries(checks)) {
      const deviation = deviations[title]
      test(deviation ? `NOT: ${title}. It ${deviation.does}; ${deviation.we}` : title, {
        timeout: 120_000,
      }, async () => {
        const outcome = await check(open.aws).then(
          () => 'it holds',
          (error: unknown) => error,
        )
        if (deviation) expect(outcome, 'the deviation is gone: remove it from the list').not.toBe('it holds')
        else if (outcome !== 'it holds') throw outcome
      })
    }
  })
})

test('every listed deviation belongs to an existing check', () => {
  const titles = SERVICES.flatMap(([, checks]) => Object.keys(checks))
  expect(new Set(titles).size).toBe(titles.length)
  const listed = Object.values(EMULATORS).flatMap((each) => Object.keys(each))
  expect(listed.filter((title) => !titles.includes(title))).toEqual([])
})
