import { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Deployment } from '../../infra/operations/deployment.ts'
import { deadLettersOf } from '../../infra/operations/moving/dead-letters.ts'
import { AwsStandIn, json } from '../support/aws-stand-in.ts'

const COMPANY = '01M810RD7ZX5QK3W9V2T4B6N8C'
const OTHER = '01M810RE2H7J4M6P8R0S2T4V6W'

let aws: AwsStandIn
/** The answers to the looks into the dead letters of `imports`, by the companies and ids of their messages. */
let answers: [companyId: string, MessageId: string][][]

beforeAll(async () => {
  aws = await AwsStandIn.start()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(() => aws.close())
beforeEach(() => {
  answers = []
  const isOfImports = (body: string) => String(JSON.parse(body).QueueUrl).endsWith('/imports-dead')
  aws.answers = {
    GetQueueAttributes: ({ body }) =>
      json({ Attributes: { ApproximateNumberOfMessages: isOfImports(body) ? '3' : '0' } })(),
    ReceiveMessage: () => {
      const Messages = (answers.shift() ?? []).map(([companyId, MessageId]) => ({
        MessageId,
        Body: JSON.stringify({ companyId }),
      }))
      return json({ Messages })()
    },
  }
})

const look = () => {
  const deployment = {
    shards: 1,
    sqs: new SQSClient({ useQueueUrlAsEndpoint: false, md5: false }),
    queueUrl: (name: string) => `https://queues.test/${name}`,
  }
  return deadLettersOf(deployment as unknown as Deployment, COMPANY)
}

test('a look finds the queues with failed messages of the company', async () => {
  answers = [[[OTHER, 'one']], [[COMPANY, 'two']]]
  expect(await look()).toEqual(['imports'])
})

test('a look that meets a message again goes on to the others', async () => {
  answers = [
    [
      [OTHER, 'one'],
      [OTHER, 'two'],
    ],
    [[OTHER, 'one']],
    [[COMPANY, 'three']],
  ]
  expect(await look()).toEqual(['imports'])
})

test('a look that cannot see all failed messages says so', async () => {
  answers = [[[OTHER, 'one']], [[OTHER, 'one']], [], [[OTHER, 'one']]]
  await expect(look()).rejects.toThrow('Of 3 failed messages in imports, 1 could be looked at')
})
