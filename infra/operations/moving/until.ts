import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 250

/** Looks until something holds. @returns false if it does not hold after this time, in milliseconds */
export async function holdsWithin(withinMs: number, look: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + withinMs
  while (!(await look())) {
    if (Date.now() > until) return false
    await pause(LOOK_EVERY_MS)
  }
  return true
}
