const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250

/** Factor of all time limits, for busy machines and slow emulators: RECADO_PATIENCE, 2 by default. */
export const PATIENCE = Number(process.env.RECADO_PATIENCE ?? 2)

/** Time limit of a test or its preparation. @param milliseconds on an idle machine with fast emulators */
export const atMost = (milliseconds: number): number => milliseconds * PATIENCE

/**
 * Waits until `look` finds a value, and returns it.
 * @param what description for the error after the timeout
 * @param within milliseconds, on an idle machine with fast emulators
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  within = 30_000,
): Promise<T> {
  const patience = atMost(within)
  const begun = Date.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    const waited = Date.now() - begun
    if (waited > patience) throw new Error(`Not found within ${patience} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waited)))
  }
}

/** Pauses grow with the wait: each look is a call that costs the system more than a late answer costs the test. */
const pauseAfter = (waited: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, waited / 10))
