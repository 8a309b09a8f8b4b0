/**
 * Why one person cannot be written to now, though the connection is open. `NO_DEVICE`: WhatsApp lists no device of
 * the person. `NO_KEYS`: it has no keys for any of the devices. `NO_ANSWER`: it did not answer a question about them.
 */
export type UnreachableReason = 'NO_DEVICE' | 'NO_KEYS' | 'NO_ANSWER'

/** One person cannot be written to now. It means nothing for the connection or for other people. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason

  constructor(reason: UnreachableReason) {
    super(`The recipient cannot be written to: ${reason}`)
    this.name = 'Unreachable'
    this.reason = reason
  }
}
