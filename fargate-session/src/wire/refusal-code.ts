/** The code of WhatsApp's error in an answer, as Baileys passes it on: 404, 429, … Undefined for any other error. */
export const refusalCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'data' in error && typeof error.data === 'number' ? error.data : undefined

/** The server's `rate-overlimit`. */
export const TOO_MANY_QUESTIONS = 429
