const LOOK_EVERY_MS = 50

/** So many times as long as with the emulators of this machine does everything take: RECADO_PATIENCE, else 1. */
export const PATIENCE = Number(process.env.RECADO_PATIENCE ?? 1)

/** How long a test or what prepares it may take. @param milliseconds with emulators that are not slow */
export const atMost = (milliseconds: number): number => milliseconds * PATIENCE

/**
 * Waits until `look` finds something, and answers it.
 * @param what said in the error when it never does
 * @param within milliseconds, with emulators that are not slow
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  within = 30_000,
): Promise<T> {
  const patience = atMost(within)
  const deadline = Date.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Waited ${patience} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
