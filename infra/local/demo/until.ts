import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 500
const AT_MOST_MS = 60_000

/** Waits until something holds. @throws after a minute */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < AT_MOST_MS; waited += EVERY_MS) {
    if (await holds()) return
    await pause(EVERY_MS)
  }
  throw new Error('The demo could not be prepared within a minute')
}
