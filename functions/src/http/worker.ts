import { isLasting } from '@recado/shared/lasting-errors'
import {
  type FifoQueueName,
  isFair,
  isFifo,
  type MessageOf,
  type QueueName,
} from '@recado/shared/queues/queues'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { deadLetters, log } from '../context.ts'
import { tellFigures } from '../figures.ts'

/**
 * The Lambda behind a queue. Messages are parsed and worked off one by one, those of a fair queue company by company
 * side by side; those that fail are given back to the queue alone (partial batch failure), the others are done. A message
 * of a group that fails for good goes to the dead-letter queue at once: its group would wait for all of its attempts.
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
    const workOff = async ({ messageId, body, attributes }: SQSRecord): Promise<void> => {
      const group = isFifo(queue) ? attributes.MessageGroupId : undefined
      // What stands behind a failed message of its group waits for it.
      if (group && stopped.has(group)) {
        failures.push({ itemIdentifier: messageId })
        return
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
        if (group && isFifo(queue) && isLasting(error)) {
          if (await setAside(queue, { messageId, body, group })) return
        }
        failures.push({ itemIdentifier: messageId })
        if (group) stopped.add(group)
      }
    }
    const lines = isFair(queue)
      ? Map.groupBy(event.Records, ({ body }) => companyIn(body)).values()
      : [event.Records]
    await Promise.all(
      [...lines].map(async (records) => {
        for (const record of records) await workOff(record)
      }),
    )
    return { batchItemFailures: failures }
  }

/** @returns whether the dead-letter queue has it */
async function setAside(
  queue: FifoQueueName,
  { messageId, body, group }: { messageId: string; body: string; group: string },
): Promise<boolean> {
  try {
    await deadLetters.put(queue, body, { group, id: messageId })
  } catch (error) {
    log.error('message not set aside', { queue, messageId, error: String(error) })
    return false
  }
  tellFigures({ SetAside: 1 })
  return true
}

/** Whose message it is, for the log; messages for all companies say none. */
function companyIn(body: string): unknown {
  try {
    return JSON.parse(body).companyId
  } catch {
    return undefined
  }
}
