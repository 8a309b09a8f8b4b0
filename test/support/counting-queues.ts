import * as z from 'zod'
import { Door } from './door.ts'

/** A request to SQS that had an effect. */
export interface QueueRequest {
  /** AWS's name of the operation: `SendMessage`, `ReceiveMessage`, … */
  operation: string
  /** Name of the queue. */
  queue: string
}

const toQueue = z.object({ QueueUrl: z.string() })
const received = z.object({ Messages: z.array(z.unknown()).optional() })

/**
 * A proxy in front of SQS that counts requests. A poll that found nothing is left out: their number follows the time
 * and not the messages.
 */
export class CountingQueues {
  requests: QueueRequest[] = []
  #door: Door | undefined

  /** @param behind address of an SQS */
  static async before(behind: string): Promise<CountingQueues> {
    const counting = new CountingQueues()
    counting.#door = await Door.before(behind, {
      answered({ operation, body }, { isOk, text }) {
        const to = toQueue.safeParse(body).data
        if (!to || !isOk || (operation === 'ReceiveMessage' && !hasMessages(text))) return
        counting.requests.push({ operation, queue: to.QueueUrl.split('/').at(-1) ?? '' })
      },
    })
    return counting
  }

  get address(): string {
    return this.#door?.address ?? ''
  }

  reset(): void {
    this.requests = []
  }

  async stop(): Promise<void> {
    await this.#door?.stop()
  }
}

const hasMessages = (text: string): boolean => (received.parse(JSON.parse(text)).Messages ?? []).length > 0
