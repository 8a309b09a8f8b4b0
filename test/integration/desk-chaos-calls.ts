import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'

/** Waits for a random time between two numbers of milliseconds. */
export const between = ({ min, max }: { min: number; max: number }) =>
  pause(min + Math.random() * (max - min))

/** Asks again while the gateway is killed, or its answer is lost. */
export const untilAnswered = <T>(ask: () => Promise<T | undefined>): Promise<T> =>
  eventually('the API answers', async () => ask().catch(onlyWhileDown))

function onlyWhileDown(error: unknown): undefined {
  const text = `${error} ${error instanceof Error ? error.cause : ''}`
  if (!/fetch failed|terminated|ECONNRE|socket|: 5\d\d /.test(text)) throw error
}
