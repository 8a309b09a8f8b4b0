import { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { OperationError } from '../../infra/operations/command.ts'
import type { Deployment } from '../../infra/operations/deployment.ts'
import { moveBack } from '../../infra/operations/move-back.ts'
import { AwsStandIn, failing, json } from '../support/aws-stand-in.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

interface MoveTask {
  Status: string
  /** Only a running task has one. */
  TaskHandle?: string
  ApproximateNumberOfMessagesMoved: number
  FailureReason?: string
}

let aws: AwsStandIn
/** The move tasks of the dead-letter queue, the newest first. Each look brings the newest one nearer to its end. */
let tasks: MoveTask[]
let started: number
let now: number

beforeAll(async () => {
  aws = await AwsStandIn.start()
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value)
})
afterAll(() => aws.close())
beforeEach(() => {
  tasks = []
  started = 0
  now = 0
  aws.answers = {
    GetQueueAttributes: ({ body }) =>
      json({ Attributes: { QueueArn: `arn of ${JSON.parse(body).QueueUrl}` } })(),
    StartMessageMoveTask: (asked) => {
      if (tasks[0]?.Status === 'RUNNING')
        return failing('InvalidParameterValue', 'There is already a task running.')(asked)
      started++
      tasks.unshift({ Status: 'RUNNING', TaskHandle: 'new', ApproximateNumberOfMessagesMoved: 0 })
      return json({ TaskHandle: 'new' })()
    },
    ListMessageMoveTasks: () => {
      const [newest] = tasks
      const answer = json({ Results: tasks.map((task) => ({ ...task })) })()
      if (newest?.Status === 'RUNNING') {
        newest.ApproximateNumberOfMessagesMoved += 2
        if (newest.ApproximateNumberOfMessagesMoved >= 6)
          tasks[0] = { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 6 }
      }
      return answer
    },
  }
})

const move = () => {
  const deployment = {
    sqs: new SQSClient({ useQueueUrlAsEndpoint: false }),
    queueUrl: (name: string) => `https://queues.test/${name}`,
    now: () => now++,
  }
  return moveBack(deployment as unknown as Deployment, { name: 'inbound', ending: '.fifo' }, 6)
}

test('SQS moves the messages, and the call waits for its end', async () => {
  tasks = [{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 99 }]
  expect(await move()).toBe(6)
  expect(started).toBe(1)
})

test('a call beside a task that an earlier call has left running waits for that one', async () => {
  tasks = [{ Status: 'RUNNING', TaskHandle: 'earlier', ApproximateNumberOfMessagesMoved: 2 }]
  expect(await move()).toBe(6)
  expect(started).toBe(0)
})

test('a task that SQS ends before its time is told with its reason', async () => {
  aws.answers = {
    ...aws.answers,
    ListMessageMoveTasks: json({
      Results: [{ Status: 'FAILED', ApproximateNumberOfMessagesMoved: 3, FailureReason: 'AccessDenied' }],
    }),
  }
  const moving = move()
  await expect(moving).rejects.toThrow(OperationError)
  await expect(moving).rejects.toThrow('SQS moved 3 and then stopped: AccessDenied')
})
