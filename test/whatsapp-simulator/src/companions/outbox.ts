import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys'
import * as z from 'zod'
import { SERVER_JID } from '../accounts/jids.ts'
import { blob, type Database } from '../store/database.ts'
import { stanza } from '../wire/stanza.ts'
import type { Companion } from './companions.ts'
import type { Connection } from './connection.ts'
import type { OpenConnections } from './open-connections.ts'

/** A stored stanza for a device, ready to be sent. */
export type Parcel = { seq: number; to: Pick<Companion, 'number' | 'device'>; node: BinaryNode }

/**
 * Messages and receipts for linked devices. A stanza stays until the device acknowledges it. A device that was
 * disconnected, or died before its answer, gets it again at its next login.
 */
export class Outbox {
  #database: Database
  #connections: OpenConnections

  constructor(database: Database, connections: OpenConnections) {
    this.#database = database
    this.#connections = connections
  }

  /** Stores a stanza in the transaction of its cause. Send it with `release` after the commit. */
  add({ number, device }: Pick<Companion, 'number' | 'device'>, node: BinaryNode): Parcel {
    const row = this.#database.get(
      z.object({ seq: z.number() }),
      `INSERT INTO undelivered_stanza (number, device, class, id, type, stanza)
       VALUES (:number, :device, :class, :id, :type, :stanza) RETURNING seq`,
      {
        number,
        device,
        class: node.tag,
        id: node.attrs.id ?? '',
        type: typeInAck(node.tag, node.attrs.type),
        stanza: encodeBinaryNode(node),
      },
    )
    if (!row) throw new Error('the stanza was not stored')
    return { seq: row.seq, to: { number, device }, node }
  }

  /** Sends added stanzas to connected devices. Others get them at their next login. */
  release(parcels: Parcel[]): void {
    for (const { seq, to, node } of parcels) {
      const connection = this.#connections.ofDevice(to)
      if (connection?.live && seq > connection.replayedUpTo) connection.send(node)
    }
  }

  /** Deletes a stanza that the device has acknowledged. */
  settle(
    { number, device }: Companion,
    { tag, id, type }: { tag: string; id: string; type: string | undefined },
  ): void {
    this.#database.run(
      `DELETE FROM undelivered_stanza WHERE seq = (SELECT min(seq) FROM undelivered_stanza
       WHERE number = :number AND device = :device AND class = :class AND id = :id AND type = :type)`,
      { number, device, class: tag, id, type: typeInAck(tag, type) },
    )
  }

  /** Sends a newly connected device all missed stanzas, marked as offline. Then the device is live. */
  async replay(connection: Connection, to: Companion): Promise<void> {
    const waiting = this.#waiting(to, 0)
    const count = (tag: string) => String(waiting.filter((row) => row.class === tag).length)
    const total = String(waiting.length)
    const preview = {
      count: total,
      message: count('message'),
      receipt: count('receipt'),
      notification: count('notification'),
      appdata: '0',
    }
    connection.send(stanza('ib', { from: SERVER_JID }, [stanza('offline_preview', preview)]))
    let sent = 0
    // Stanzas added during the replay are stored, not sent. The next round of the loop finds them.
    for (let rows = waiting; rows.length > 0; rows = this.#waiting(to, connection.replayedUpTo)) {
      for (const row of rows) {
        const node = await decodeBinaryNode(row.stanza)
        connection.send({ ...node, attrs: { ...node.attrs, offline: String(sent++) } })
        connection.replayedUpTo = row.seq
      }
    }
    connection.live = true
    connection.send(stanza('ib', { from: SERVER_JID }, [stanza('offline', { count: total })]))
  }

  #waiting({ number, device }: Companion, after: number) {
    const sql = `SELECT seq, class, stanza FROM undelivered_stanza
                 WHERE number = :number AND device = :device AND seq > :after ORDER BY seq`
    return this.#database.all(waitingRow, sql, { number, device, after })
  }
}

const waitingRow = z.object({
  seq: z.number(),
  class: z.string(),
  stanza: blob,
})

/** An acknowledgement repeats the type of receipts and notifications. Messages are identified by id alone. */
const typeInAck = (tag: string, type: string | undefined): string => (tag === 'message' ? '' : (type ?? ''))
