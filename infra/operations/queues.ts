import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import {
  commandQueueName,
  deadLetterQueueName,
  isFifo,
  type QueueName,
  queues,
} from '@recado/shared/queues/queues'
import type { Deployment } from './deployment.ts'

/** A queue by its name, with the suffix of itself and its dead-letter queue. */
export interface Queue {
  name: string
  ending: '' | '.fifo'
}

export interface QueueCounts {
  queue: string
  waiting: number
  working: number
  /** Messages in its dead-letter queue. */
  dead: number
}

/** Every queue of a deployment, the command queues of its shards last. */
export function allQueues({ shards }: Pick<Deployment, 'shards'>): Queue[] {
  const named = (Object.keys(queues) as QueueName[]).map(
    (name): Queue => ({ name, ending: isFifo(name) ? '.fifo' : '' }),
  )
  const commands = Array.from(
    { length: shards },
    (_, shard): Queue => ({ name: commandQueueName(shard), ending: '.fifo' }),
  )
  return [...named, ...commands]
}

export const urlOf = ({ queueUrl }: Deployment, { name, ending }: Queue): string => queueUrl(name + ending)
export const deadUrlOf = ({ queueUrl }: Deployment, { name, ending }: Queue): string =>
  queueUrl(deadLetterQueueName(name) + ending)

export async function countsOf(deployment: Deployment, queue: Queue): Promise<QueueCounts> {
  const [own, dead] = await Promise.all([
    countMessages(deployment, urlOf(deployment, queue)),
    countMessages(deployment, deadUrlOf(deployment, queue)),
  ])
  return { queue: queue.name, waiting: own.waiting, working: own.working, dead: dead.waiting + dead.working }
}

async function countMessages(
  { sqs }: Deployment,
  QueueUrl: string,
): Promise<Pick<QueueCounts, 'waiting' | 'working'>> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesDelayed',
        'ApproximateNumberOfMessagesNotVisible',
      ],
    }),
  )
  const of = (name: keyof typeof Attributes) => Number(Attributes[name] ?? 0)
  return {
    waiting: of('ApproximateNumberOfMessages') + of('ApproximateNumberOfMessagesDelayed'),
    working: of('ApproximateNumberOfMessagesNotVisible'),
  }
}
