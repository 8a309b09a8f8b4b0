import { partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A company's live sockets; the publisher's functions add the rest of their rows. */
export const SOCKETS = partition<{ goneAt?: number }>('SOCKETS')

/**
 * A company with a listening browser is not asked about again for this time, in milliseconds. If it is too long, some
 * events are published in vain.
 */
const LISTENING_MS = 5000

interface Answer {
  isListening: boolean
  /** Milliseconds since 1970. */
  askedAt: number
}

/** So many companies' answers are remembered. */
const REMEMBERED = 10_000

/** Tells which companies have a browser that listens to live events. Events of the others need not be published. */
export class Listeners {
  readonly #tableOf: (companyId: string) => TenantTable
  readonly #now: () => number
  readonly #answers = new Map<string, Answer>()

  /** @param now milliseconds since 1970 */
  constructor(tableOf: (companyId: string) => TenantTable, now: () => number) {
    this.#tableOf = tableOf
    this.#now = now
  }

  /**
   * Whether a browser of this company has a live socket. A socket that was never closed counts until its row expires.
   * @param silentMs a "no" may be this old, in milliseconds. A browser that begins to listen within this time misses the
   * event, so only a change that is asked about again later may use an old "no".
   */
  async areIn(companyId: string, silentMs = 0): Promise<boolean> {
    const kept = this.#answers.get(companyId)
    const asked = this.#now()
    if (kept && asked - kept.askedAt < (kept.isListening ? LISTENING_MS : silentMs)) return kept.isListening
    // A browser that has just begun to listen awaits the answer to its first frame.
    const { rows } = await this.#tableOf(companyId).query({ pk: SOCKETS, limit: 1, consistent: true })
    const isListening = rows.length > 0
    if (this.#answers.size >= REMEMBERED) this.#answers.clear()
    this.#answers.set(companyId, { isListening, askedAt: asked })
    return isListening
  }
}
