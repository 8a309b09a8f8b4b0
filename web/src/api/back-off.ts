import { ApiError } from '@recado/shared/http/api-error'

/** Pauses between the attempts of a call, in milliseconds. */
const PAUSES_MS = [500, 1500, 4000]

interface Repeatable {
  /** Whether the call may reach the server twice: it only reads, or an idempotency key identifies it. */
  mayArriveTwice: boolean
  pause: (milliseconds: number) => Promise<unknown>
  /** From 0 to 1, so that browsers do not all come back at once. */
  random?: () => number
}

/**
 * Repeats a call that the way to the server refused (ERR_UNAVAILABLE, part 3 §1). A 429 never reached the server. A 5xx
 * may have, so only what may arrive twice is repeated after it. @throws the last attempt's error
 */
export async function withBackOff<T>(
  attempt: () => Promise<T>,
  { mayArriveTwice, pause, random = Math.random }: Repeatable,
): Promise<T> {
  for (const milliseconds of PAUSES_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_UNAVAILABLE') throw error
      if (error.status !== 429 && !mayArriveTwice) throw error
    }
    await pause(milliseconds * (0.5 + random()))
  }
  return attempt()
}
