import { setTimeout as pause } from 'node:timers/promises'

/** Full jitter: 0 to 2^attempt × 10 ms, at most 1 s. */
export const backOff = (attempt: number) => pause(Math.random() * Math.min(1000, 10 * 2 ** attempt))

/** Tries of a batch whose rows a busy partition refuses: a minute, with the SDK's own tries more. */
const BATCH_ATTEMPTS = 100

/**
 * Sends a batch. DynamoDB answers with the rows that it could not process, but if it could process none, with an error
 * (BatchWriteItem, API reference).
 * @returns undefined if nothing was processed
 */
export async function unlessThrottled<T>(attempt: number, send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send()
  } catch (error) {
    const isThrottled = error instanceof Error && THROTTLED.has(error.name)
    if (!isThrottled || attempt === BATCH_ATTEMPTS) throw error
    return undefined
  }
}

const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
])
