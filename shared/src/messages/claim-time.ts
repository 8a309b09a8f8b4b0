/** A claimed message that WhatsApp has not acknowledged after this many milliseconds has an unknown outcome. */
export const CLAIM_MS = 60_000
