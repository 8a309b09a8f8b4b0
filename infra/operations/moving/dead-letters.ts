import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { OperationError } from '../command.ts'
import type { Deployment } from '../deployment.ts'
import { allQueues, countsOf, deadUrlOf, type Queue } from '../queues.ts'

/** Time for which a looked-at message is hidden from others, in seconds. Nothing takes from these queues by itself. */
const HIDDEN_SECONDS = 10
/** The most messages of a queue to look at. */
const LOOKED_AT = 1000
/**
 * A longer wait asks all of the queue's servers, in seconds. Without one, SQS asks a part of them, and the answer for a short
 * queue may be empty ("Amazon SQS short and long polling" in its developer guide).
 */
const WAIT_SECONDS = 2
/** Answers without a new message after which the rest counts as hidden by another look. */
const ANSWERS_WITHOUT_NEW = 3

/**
 * Queues that keep failed messages of this company for an operator. They would stay at the source. Ticks and commands are
 * void by then, and events only tell browsers.
 * @throws OperationError if not all messages could be looked at
 */
export async function deadLettersOf(deployment: Deployment, companyId: string): Promise<string[]> {
  const queues = allQueues(deployment).filter(({ name }) => !/^(commands-|pace|sweep|events)/.test(name))
  const found = await Promise.all(
    queues.map(async (queue) => ((await holds(deployment, queue, companyId)) ? [queue.name] : [])),
  )
  return found.flat()
}

async function holds(deployment: Deployment, queue: Queue, companyId: string): Promise<boolean> {
  const { dead } = await countsOf(deployment, queue)
  // By their ids: a long look meets its first messages again.
  const seen = new Set<string | undefined>()
  let answersWithoutNew = 0
  while (seen.size < dead) {
    if (seen.size >= LOOKED_AT || answersWithoutNew >= ANSWERS_WITHOUT_NEW)
      throw new OperationError(
        `Of ${dead} failed messages in ${queue.name}, ${seen.size} could be looked at. Requeue them, or look again in ${HIDDEN_SECONDS} seconds.`,
      )
    const { Messages = [] }: { Messages?: Message[] } = await deployment.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: deadUrlOf(deployment, queue),
        MaxNumberOfMessages: 10,
        VisibilityTimeout: HIDDEN_SECONDS,
        WaitTimeSeconds: WAIT_SECONDS,
      }),
    )
    if (Messages.some(({ Body = '' }) => Body.includes(`"${companyId}"`))) return true
    const before = seen.size
    for (const { MessageId } of Messages) seen.add(MessageId)
    answersWithoutNew = seen.size > before ? 0 : answersWithoutNew + 1
  }
  return false
}
