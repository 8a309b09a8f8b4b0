import type { Accounts } from './accounts/accounts.ts'

/** What goes wrong for a while, until `clear`. Faults that happen once (a cut line) are not kept here. */
export class Faults {
  #accounts: Accounts
  #nacks = new Map<string, number>()
  #ackDelay = 0

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /** From now on the server refuses every message to this number with `code` (463, 479, …). */
  nack(to: string, code: number): void {
    this.#nacks.set(to, code)
  }

  nackFor(number: string): number | undefined {
    for (const [to, code] of this.#nacks) {
      if (to === number || this.#accounts.find(to)?.number === number) return code
    }
    return undefined
  }

  /** From now on the server acknowledges a message this many milliseconds after it took it. */
  delayAcks(milliseconds: number): void {
    this.#ackDelay = milliseconds
  }

  get ackDelay(): number {
    return this.#ackDelay
  }

  clear(): void {
    this.#nacks.clear()
    this.#ackDelay = 0
  }
}
