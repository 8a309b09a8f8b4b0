import type { SQSClient } from '@aws-sdk/client-sqs'
import { commandQueueName } from '@recado/shared/queues/queues'
import { sqsClient } from '@recado/shared/queues/sqs'

/** How long a request for commands waits for some. */
export const COMMANDS_WAIT_SECONDS = 10

/** The deployment's queues of commands, one per shard. */
export interface CommandQueues {
  /** The deployment's number of shards. */
  shards: number
  /** One client for all shards, because each client keeps its own connections in memory. Every shard long-polls on it. */
  client: SQSClient
  urlOf(shard: number): string
}

/** @param urlPrefix everything in a queue's URL before its name */
export const openCommandQueues = (urlPrefix: string, shards: number): CommandQueues => ({
  shards,
  client: sqsClient({ connections: 4 * shards, waitMs: COMMANDS_WAIT_SECONDS * 1000 }),
  urlOf: (shard) => `${urlPrefix}${commandQueueName(shard)}.fifo`,
})
