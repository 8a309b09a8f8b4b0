import * as z from 'zod'
import type { Companion } from '../companions/companions.ts'
import type { Database } from '../store/database.ts'

type Asked = Pick<Companion, 'number' | 'device'>

/**
 * Messages of linked devices that a phone could not decrypt and asked for again. A device's answer is the same
 * message, and not a second one.
 */
export class RequestedRetries {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** A phone asks a device for a message. Returns how often it has asked for it. */
  ask({ number, device }: Asked, { id, phone }: { id: string; phone: string }): number {
    const row = this.#database.get(
      z.object({ asked: z.number() }),
      `INSERT INTO requested_retry VALUES (:number, :device, :id, :phone, 1, 0)
       ON CONFLICT DO UPDATE SET asked = asked + 1 RETURNING asked`,
      { number, device, id, phone },
    )
    return row?.asked ?? 1
  }

  /**
   * Whether a device's message answers a retry. Each retry is answered once: for every phone that asked, Baileys
   * sends the message to everyone again.
   */
  takeAnswer({ number, device }: Asked, id: string): boolean {
    const sql = `UPDATE requested_retry SET answered = answered + 1
                 WHERE number = :number AND device = :device AND id = :id AND phone =
                 (SELECT phone FROM requested_retry WHERE number = :number AND device = :device AND id = :id
                  AND answered < asked LIMIT 1)`
    return this.#database.run(sql, { number, device, id }) > 0
  }
}
