import { partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A company's live sockets; the publisher's functions add the rest of their rows. */
export const SOCKETS = partition<{ goneAt?: number }>('SOCKETS')

/** How long an answer is used again, in milliseconds. */
interface KeptMs {
  /** A company with a listening browser. If this is too long, some events are published in vain. */
  listening: number
  /** A company without one. A browser that begins to listen misses the events of this time. */
  silent: number
}

interface Answer {
  isListening: boolean
  until: number
}

/** So many companies' answers are remembered. */
const REMEMBERED = 10_000

/** Tells which companies have a browser that listens to live events. Events of the others need not be published. */
export class Listeners {
  readonly #tableOf: (companyId: string) => TenantTable
  readonly #now: () => number
  readonly #keptMs: KeptMs
  readonly #answers = new Map<string, Answer>()

  /** @param now milliseconds since 1970 */
  constructor(tableOf: (companyId: string) => TenantTable, now: () => number, keptMs: KeptMs) {
    this.#tableOf = tableOf
    this.#now = now
    this.#keptMs = keptMs
  }

  /**
   * Whether a browser of this company has a live socket. A socket that was never closed counts until its row expires.
   */
  async areIn(companyId: string): Promise<boolean> {
    const kept = this.#answers.get(companyId)
    if (kept && kept.until > this.#now()) return kept.isListening
    const asked = this.#now()
    // A browser that has just begun to listen awaits the answer to its first frame.
    const { rows } = await this.#tableOf(companyId).query({ pk: SOCKETS, limit: 1, consistent: true })
    const isListening = rows.length > 0
    if (this.#answers.size >= REMEMBERED) this.#answers.clear()
    const { listening, silent } = this.#keptMs
    this.#answers.set(companyId, { isListening, until: asked + (isListening ? listening : silent) })
    return isListening
  }
}
