import { setTimeout as pause } from 'node:timers/promises'
import { isLasting } from '@recado/shared/errors/lasting-errors'
import { ConditionFailed } from '@recado/shared/table/table'
import { FenceLost } from './fence.ts'

/** Length of an AWS outage to wait out, in milliseconds. */
const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

/**
 * Retries failed work for a minute, so that a short outage loses no message or key of WhatsApp. The work must be
 * safe to repeat. Failed conditions, lost fences and lasting errors are thrown at once.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    try {
      return await work()
    } catch (error) {
      const isDecision = error instanceof ConditionFailed || error instanceof FenceLost
      if (isDecision || isLasting(error) || Date.now() + wait > until) throw error
      await pause(wait)
    }
  }
}

const LONGEST_RETRY_MS = 60_000

/**
 * Pause before a connection is opened again: half to all of 1, 2, 4 … 60 seconds, in milliseconds.
 * @param attempts failed ones so far
 * @param random uniform in [0, 1)
 */
export const pauseBeforeRetry = (attempts: number, random: number): number =>
  Math.min(LONGEST_RETRY_MS, 1000 * 2 ** attempts) * (0.5 + random / 2)

/**
 * Pause before a socket that WhatsApp wants restarted (515) is opened again: 1, 2, 4 … 60 seconds, in milliseconds.
 * It prevents a loop if the server asks again and again.
 * @param restarts so far, without a socket in between that stayed open
 */
export const pauseBeforeRestart = (restarts: number): number =>
  Math.min(LONGEST_RETRY_MS, 1000 * 2 ** restarts)

const FIRST_OUTDATED_MS = 10 * 60_000
const LONGEST_OUTDATED_MS = 60 * 60_000

/**
 * Pause before a login refused for an outdated client is tried again: half to all of 20, 40, 60 minutes, in
 * milliseconds, so at least 10 minutes.
 * @param refusals so far
 * @param random uniform in [0, 1)
 */
export const pauseWhileOutdated = (refusals: number, random: number): number =>
  Math.min(LONGEST_OUTDATED_MS, 2 * FIRST_OUTDATED_MS * 2 ** refusals) * (0.5 + random / 2)
