import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys'
import * as z from 'zod'
import { SERVER_JID } from '../accounts/jids.ts'
import type { Companion } from '../companions/companions.ts'
import { blob, type Database } from '../store/database.ts'
import type { Connection } from '../wire/connection.ts'
import type { OpenConnections } from '../wire/open-connections.ts'
import { stanza } from '../wire/stanza.ts'

/** A stanza that is stored for a device and may be sent. */
export type Parcel = { seq: number; to: Pick<Companion, 'number' | 'device'>; node: BinaryNode }

/**
 * Messages and receipts on their way to linked devices. Each stays until the device acknowledges it: a device
 * that was away, or died before it answered, gets it again at its next login.
 */
export class Outbox {
  #database: Database
  #connections: OpenConnections

  constructor(database: Database, connections: OpenConnections) {
    this.#database = database
    this.#connections = connections
  }

  /** Stores a stanza, in the transaction of what gave rise to it. Send it with `release` after the commit. */
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

  /** Sends what was added, to the devices that are there; the others get it at their next login. */
  release(parcels: Parcel[]): void {
    for (const { seq, to, node } of parcels) {
      const connection = this.#connections.ofDevice(to)
      if (connection?.live && seq > connection.replayedUpTo) connection.send(node)
    }
  }

  /** The device has acknowledged a stanza. */
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

  /** Sends a device that has logged in everything that it missed, marked as offline; then it is live. */
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
    // What arises while the replay runs is stored, not sent: the next round of the loop finds it.
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

/** An acknowledgement repeats the type of receipts and notifications; messages are known by their id alone. */
const typeInAck = (tag: string, type: string | undefined): string => (tag === 'message' ? '' : (type ?? ''))
