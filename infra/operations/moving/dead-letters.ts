import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { Deployment } from '../deployment.ts'
import { allQueues, countsOf, deadUrlOf, type Queue } from '../queues.ts'

/** Time for which a looked-at message is hidden from others, in seconds. Nothing takes from these queues by itself. */
const HIDDEN_SECONDS = 10
/** The most messages of a queue to look at. */
const LOOKED_AT = 1000

/**
 * Queues that keep failed messages of this company for an operator. They would stay at the source. Ticks and commands are
 * void by then, and events only tell browsers.
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
  for (let looked = 0; looked < Math.min(dead, LOOKED_AT); ) {
    const { Messages = [] }: { Messages?: Message[] } = await deployment.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: deadUrlOf(deployment, queue),
        MaxNumberOfMessages: 10,
        VisibilityTimeout: HIDDEN_SECONDS,
      }),
    )
    if (Messages.some(({ Body = '' }) => Body.includes(`"${companyId}"`))) return true
    if (Messages.length === 0) return false
    looked += Messages.length
  }
  return false
}
