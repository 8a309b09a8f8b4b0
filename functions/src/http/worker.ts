import { type MessageOf, type QueueName, queues } from '@recado/shared/queues/queues'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { log } from '../context.ts'

/**
 * The Lambda behind a queue. Messages are parsed and worked off one by one; those that fail are given back
 * to the queue alone (partial batch failure), the others are done.
 */
export const work =
  <Q extends QueueName>(queue: Q, handle: (message: MessageOf<Q>) => Promise<void>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failures: SQSBatchResponse['batchItemFailures'] = []
    for (const { messageId, body } of event.Records) {
      try {
        // The schema stands under the queue's own name, so it gives that queue's message.
        await handle(queues[queue].message.parse(JSON.parse(body)) as MessageOf<Q>)
      } catch (error) {
        log.error('message failed', {
          queue,
          messageId,
          error: error instanceof Error ? error : String(error),
        })
        failures.push({ itemIdentifier: messageId })
      }
    }
    return { batchItemFailures: failures }
  }
