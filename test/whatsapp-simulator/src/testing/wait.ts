/**
 * Waits until `look` finds a value (not undefined, not false) and returns it. Throws after `within` milliseconds,
 * with `what` in the error.
 */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  within = 12_000,
): Promise<Found> {
  const end = Date.now() + within
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`not within ${within} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
