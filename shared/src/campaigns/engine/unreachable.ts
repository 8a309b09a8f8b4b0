/**
 * Why one person cannot be written to now, though the connection is open. `NO_DEVICE`: WhatsApp names no device of
 * theirs. `NO_KEYS`: it has no keys for any of their devices. `NO_ANSWER`: it did not answer a question about them.
 */
export type UnreachableReason = 'NO_DEVICE' | 'NO_KEYS' | 'NO_ANSWER'

/** One person cannot be written to now. Says nothing about the connection, or about anybody else. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason

  constructor(reason: UnreachableReason) {
    super(`The recipient cannot be written to: ${reason}`)
    this.name = 'Unreachable'
    this.reason = reason
  }
}
