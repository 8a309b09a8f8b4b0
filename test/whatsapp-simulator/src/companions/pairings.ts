import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.ts'

/**
 * References in the currently shown QR codes. A client gets six. It shows the first for 60 seconds and each further
 * one for 20.
 */
export class Pairings {
  #now: () => number
  #waiting = new Map<string, { connection: Connection; expiresAt: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Creates the references for a client's QR codes. */
  offer(connection: Connection): string[] {
    const start = this.#now()
    return Array.from({ length: REFERENCES }, (_, index) => {
      const reference = `2@${randomBytes(48).toString('base64')}`
      const expiresAt = start + FIRST_MS + index * NEXT_MS + GRACE_MS
      this.#waiting.set(reference, { connection, expiresAt })
      return reference
    })
  }

  isWaiting(reference: string): boolean {
    return (this.#waiting.get(reference)?.expiresAt ?? 0) > this.#now()
  }

  /** The client of a reference. A reference works once, and the client's other codes end with it. */
  take(reference: string): Connection | undefined {
    const waiting = this.isWaiting(reference) ? this.#waiting.get(reference) : undefined
    if (waiting) this.withdraw(waiting.connection)
    return waiting?.connection
  }

  /** Called when the client is gone or linked. */
  withdraw(connection: Connection): void {
    for (const [reference, waiting] of this.#waiting) {
      if (waiting.connection === connection) this.#waiting.delete(reference)
    }
  }
}

const REFERENCES = 6
const FIRST_MS = 60_000
const NEXT_MS = 20_000
const GRACE_MS = 2_000
