const LOOK_EVERY_MS = 50

/**
 * Waits until `look` finds something, and answers it.
 * @param what said in the error when it never does
 * @param within milliseconds
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  within = 30_000,
): Promise<T> {
  const deadline = Date.now() + within
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Waited ${within} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
