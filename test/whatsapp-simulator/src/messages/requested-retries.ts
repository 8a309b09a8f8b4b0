import * as z from 'zod'
import type { Companion } from '../companions/companions.ts'
import type { Database } from '../store/database.ts'

type Asked = Pick<Companion, 'number' | 'device'>

/**
 * The messages of linked devices that some phone could not decrypt and asked for again. What a device sends then
 * is the same message once more, and not a second one.
 */
export class RequestedRetries {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** A phone asks a device for a message. Answers how often it has asked for it now. */
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
   * Whether a message that has come from a device answers a retry. Each retry is answered once: Baileys sends a
   * message to everybody again for every phone that asked.
   */
  takeAnswer({ number, device }: Asked, id: string): boolean {
    const sql = `UPDATE requested_retry SET answered = answered + 1
                 WHERE number = :number AND device = :device AND id = :id AND phone =
                 (SELECT phone FROM requested_retry WHERE number = :number AND device = :device AND id = :id
                  AND answered < asked LIMIT 1)`
    return this.#database.run(sql, { number, device, id }) > 0
  }
}
