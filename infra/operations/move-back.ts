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
/** Nobody else takes a message while it is being moved, in seconds. */
const HIDDEN_SECONDS = 60

/**
 * Moves what is in a queue's dead-letter queue back: SQS does it, and where SQS is an emulator that cannot, message by
 * message. @param most so many as there were when somebody looked: what fails again meanwhile stays
 * @returns how many were moved
 */
export async function moveBack(deployment: Deployment, queue: Queue, most: number): Promise<number> {
  try {
    return await movedBySqs(deployment, queue)
  } catch (error) {
    if (!isUnknownAction(error)) throw error
    return movedByHand(deployment, queue, most)
  }
}

/** An emulator without this call. */
const isUnknownAction = (error: unknown): boolean =>
  error instanceof Error && /^(InvalidAction|UnsupportedOperation|UnknownOperation\w*)$/.test(error.name)

async function movedBySqs({ sqs, ...deployment }: Deployment, queue: Queue): Promise<number> {
  const arnOf = async (QueueUrl: string) =>
    (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))).Attributes
      ?.QueueArn
  const SourceArn = await arnOf(deadUrlOf({ sqs, ...deployment }, queue))
  // Named, since SQS does not know where a message was that somebody put there by hand.
  const DestinationArn = await arnOf(urlOf({ sqs, ...deployment }, queue))
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }))
  const until = deployment.now() + MOVED_WITHIN_MS
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }))
    // Only a task that runs is listed with its handle; the one that was begun last comes first.
    const task = Results.find((one) => one.TaskHandle === TaskHandle) ?? Results[0]
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
 * Sent before it is deleted: a death between the two leaves it in both, as SQS itself may deliver it twice. A queue in
 * order forgets what is sent again under the id of the failed message for five minutes, which is as it should be.
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
