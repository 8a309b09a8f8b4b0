import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { OperationError } from './command.ts'
import type { Deployment } from './deployment.ts'
import { deadUrlOf, type Queue, urlOf } from './queues.ts'

const LOOK_EVERY_MS = 1000
/** SQS moves some hundred messages a second. */
const MOVED_WITHIN_MS = 10 * 60_000
/** Time for which a message is invisible to others while it is moved, in seconds. */
const HIDDEN_SECONDS = 60

/**
 * Moves a dead-letter queue's messages back to their queue. SQS does it itself; with an emulator that cannot, they
 * are moved one by one.
 * @param most number of messages counted before, so that messages that fail again stay
 * @returns the number of moved messages
 */
export async function moveBack(deployment: Deployment, queue: Queue, most: number): Promise<number> {
  try {
    return await movedBySqs(deployment, queue)
  } catch (error) {
    if (!isUnknownAction(error)) throw error
    return movedByHand(deployment, queue, most)
  }
}

/** The error of an emulator without this call. */
const isUnknownAction = (error: unknown): boolean =>
  error instanceof Error && /^(InvalidAction|UnsupportedOperation|UnknownOperation\w*)$/.test(error.name)

async function movedBySqs({ sqs, ...deployment }: Deployment, queue: Queue): Promise<number> {
  const arnOf = async (QueueUrl: string) =>
    (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))).Attributes
      ?.QueueArn
  const SourceArn = await arnOf(deadUrlOf({ sqs, ...deployment }, queue))
  // Given explicitly, because SQS does not know the source of a message that was put there by hand.
  const DestinationArn = await arnOf(urlOf({ sqs, ...deployment }, queue))
  const recent = async () =>
    (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }))).Results ?? []
  // SQS refuses a second task beside the one that an earlier call has left running.
  const running = (await recent()).find(({ Status }) => Status === 'RUNNING')
  const { TaskHandle } =
    running ?? (await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn })))
  const until = deployment.now() + MOVED_WITHIN_MS
  for (;;) {
    const tasks = await recent()
    // Only a running task has a handle. The newest task comes first.
    const task = tasks.find((one) => one.TaskHandle === TaskHandle) ?? tasks[0]
    const moved = task?.ApproximateNumberOfMessagesMoved ?? 0
    if (task?.Status === 'COMPLETED') return moved
    if (task?.Status === 'FAILED' || task?.Status === 'CANCELLED')
      throw new OperationError(`SQS moved ${moved} and then stopped: ${task.FailureReason ?? task.Status}`)
    if (deployment.now() > until)
      throw new OperationError(
        `SQS has moved ${moved} so far and goes on by itself: \`ops queues\` tells how far.`,
      )
    await pause(LOOK_EVERY_MS)
  }
}

async function movedByHand(deployment: Deployment, queue: Queue, most: number): Promise<number> {
  let moved = 0
  while (moved < most) {
    const messages = await received(deployment, queue, most - moved)
    if (messages.length === 0) return moved
    for (const message of messages) {
      await moveOne(deployment, queue, message)
      moved++
    }
  }
  return moved
}

async function received(deployment: Deployment, queue: Queue, most: number): Promise<Message[]> {
  const { Messages = [] } = await deployment.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: deadUrlOf(deployment, queue),
      MaxNumberOfMessages: Math.min(10, most),
      VisibilityTimeout: HIDDEN_SECONDS,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['MessageGroupId'],
      MessageAttributeNames: ['All'],
    }),
  )
  return Messages
}

/**
 * Sent before it is deleted. After a crash in between, the message is in both queues, just as SQS may deliver it
 * twice. For five minutes, a FIFO queue drops a repetition under the failed message's id, which is correct.
 */
async function moveOne(deployment: Deployment, queue: Queue, message: Message): Promise<void> {
  const { Body, MessageId, MessageAttributes, ReceiptHandle, Attributes } = message
  const inOrder = queue.ending === '.fifo' && {
    MessageGroupId: Attributes?.MessageGroupId,
    MessageDeduplicationId: `requeued-${MessageId}`,
  }
  await deployment.sqs.send(
    new SendMessageCommand({
      QueueUrl: urlOf(deployment, queue),
      MessageBody: Body,
      ...inOrder,
      ...(MessageAttributes && { MessageAttributes }),
    }),
  )
  await deployment.sqs.send(
    new DeleteMessageCommand({ QueueUrl: deadUrlOf(deployment, queue), ReceiptHandle }),
  )
}
