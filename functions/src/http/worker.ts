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
    const stopped = new Set<string>()
    for (const { messageId, body, attributes } of event.Records) {
      const group = attributes.MessageGroupId
      // What stands behind a failed message of its group waits for it.
      if (group && stopped.has(group)) {
        failures.push({ itemIdentifier: messageId })
        continue
      }
      try {
        // The schema stands under the queue's own name, so it gives that queue's message.
        await handle(queues[queue].message.parse(JSON.parse(body)) as MessageOf<Q>)
      } catch (error) {
        log.error('message failed', {
          queue,
          messageId,
          companyId: companyIn(body),
          error: error instanceof Error ? error : String(error),
        })
        failures.push({ itemIdentifier: messageId })
        if (group) stopped.add(group)
      }
    }
    return { batchItemFailures: failures }
  }

/** Whose message it is, for the log; messages for all companies say none. */
function companyIn(body: string): unknown {
  try {
    return JSON.parse(body).companyId
  } catch {
    return undefined
  }
}
