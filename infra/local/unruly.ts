import { setTimeout as pause } from 'node:timers/promises'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import type { Worker } from './poller.ts'

/** The longest time by which a message comes later than its neighbours, in milliseconds. */
const LATE_MS = 300
/** Share of the messages that come twice. SQS does it far more rarely. */
const TWICE = 0.15

/**
 * A worker as behind a standard queue on a bad day: its messages come in another order, and some of them twice ("Standard queues"
 * and "At-least-once delivery" in the SQS developer guide).
 * @param random from 0 to below 1
 */
export const unruly =
  (worker: Worker, random: () => number): Worker =>
  async ({ Records }) => {
    const handled = async (record: SQSRecord): Promise<SQSBatchResponse> => {
      await pause(random() * LATE_MS)
      return worker({ Records: [record] })
    }
    const results = await Promise.all(
      Records.map(async (record) => {
        const [result] = await Promise.all([handled(record), ...(random() < TWICE ? [handled(record)] : [])])
        return result
      }),
    )
    return { batchItemFailures: results.flatMap(({ batchItemFailures }) => batchItemFailures) }
  }
