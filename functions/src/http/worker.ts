import { isLasting } from '@recado/shared/errors/lasting-errors'
import { parsedJson } from '@recado/shared/json'
import {
  type FifoQueueName,
  isFair,
  isFifo,
  type MessageOf,
  type QueueName,
  queueDeclaration,
} from '@recado/shared/queues/queues'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import { deadLetters, log, ports, receivedMessages } from '../context.ts'

/**
 * The Lambda behind a queue. It handles messages one by one; those of a fair queue one by one per company, with
 * companies side by side. Only failed messages return to the queue (partial batch failure). In a FIFO queue, a
 * message with a lasting error goes to the dead-letter queue at once, because its group would wait for all of its
 * retries.
 * @param handle also gets the message's id, which is the same at each of its deliveries
 */
export const work =
  <Q extends QueueName>(
    queue: Q,
    schema: z.ZodType<MessageOf<Q>>,
    handle: (message: MessageOf<Q>, messageId: string) => Promise<void>,
  ) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const hiding = hideNoLonger(queue, event.Records)
    const failures: SQSBatchResponse['batchItemFailures'] = []
    const stopped = new Set<string>()
    const workOff = async ({ messageId, body, attributes }: SQSRecord): Promise<void> => {
      const group = isFifo(queue) ? attributes.MessageGroupId : undefined
      // Messages behind a failed one of their group wait for its retry.
      if (group && stopped.has(group)) {
        failures.push({ itemIdentifier: messageId })
        return
      }
      try {
        await handle(schema.parse(JSON.parse(body)), messageId)
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
    await hiding
    return { batchItemFailures: failures }
  }

/** Lets the messages come back soon if this function dies, not after the queue's own, longer time. */
async function hideNoLonger(queue: QueueName, records: readonly SQSRecord[]): Promise<void> {
  const { hiddenSeconds } = queueDeclaration(queue)
  if (hiddenSeconds === undefined) return
  const handles = records.map(({ receiptHandle }) => receiptHandle)
  try {
    await receivedMessages.hide(queue, handles, hiddenSeconds)
  } catch (error) {
    // They come back later, which is no reason not to handle them.
    log.warn('messages stay hidden for long', { queue, error: String(error) })
  }
}

/** @returns whether the message is in the dead-letter queue */
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
  ports.recordMetrics({ SetAside: 1 })
  return true
}

/** The message's company, for the log; undefined for a message for all companies. */
function companyIn(body: string): unknown {
  const message = parsedJson(body)
  return message instanceof Object && 'companyId' in message ? message.companyId : undefined
}
