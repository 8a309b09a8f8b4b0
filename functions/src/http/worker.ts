import type { MessageOf, QueueName } from '@recado/shared/queues/queues'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type * as z from 'zod'
import { log } from '../context.ts'

/**
 * The Lambda behind a queue. Messages are parsed and worked off one by one; those that fail are given back
 * to the queue alone (partial batch failure), the others are done.
 */
export const work =
  <Q extends QueueName>(
    queue: Q,
    schema: z.ZodType<MessageOf<Q>>,
    handle: (message: MessageOf<Q>) => Promise<void>,
  ) =>
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
        await handle(schema.parse(JSON.parse(body)))
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
