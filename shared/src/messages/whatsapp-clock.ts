/**
 * WhatsApp's times may be whole seconds of its own clock, which may be a little behind ours: a message may answer one that
 * is later by this much, in milliseconds.
 */
export const CLOCKS_DIFFER_MS = 2000
