import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { blob, type Database } from '../store/database.ts'
import type { Description } from './description.ts'

/** One message as one phone has it. The same message is a row on the sender's and on the receiver's phone. */
export type Message = z.infer<typeof message>

/** Ticks: on the server, on the other phone, seen. */
export type Status = 'sent' | 'delivered' | 'read'

export type NewMessage = Description & {
  /** The number of the phone that has it. */
  phone: string
  id: string
  /** The number of the other side. */
  chat: string
  from: string
  fromMe: boolean
  /** Milliseconds since 1970. */
  at: number
  status: Status
  /** The JID that the sender wrote to, from which receipts for this message come. */
  addressedAs: string
  /** The encoded content, for a person's message that a company's device may ask for again. */
  content?: Uint8Array
}

/** What all phones received and sent. Nothing is de-duplicated: two messages with one id are two messages. */
export class Messages {
  #database: Database
  #revision: number
  #epoch = randomUUID()

  constructor(database: Database) {
    this.#database = database
    const row = z.object({ last: z.number().nullable() })
    this.#revision = database.get(row, 'SELECT max(revision) AS last FROM message', {})?.last ?? 0
  }

  add(added: NewMessage): void {
    this.#database.run(
      `INSERT INTO message (revision, phone, id, chat, sender, from_me, type, text, caption, file_name, bytes, at,
       status, addressed_as, content) VALUES (:revision, :phone, :id, :chat, :from, :fromMe, :type, :text, :caption,
       :fileName, :bytes, :at, :status, :addressedAs, :content)`,
      {
        ...added,
        revision: ++this.#revision,
        fromMe: Number(added.fromMe),
        text: added.text ?? null,
        caption: added.caption ?? null,
        fileName: added.fileName ?? null,
        bytes: added.bytes ?? null,
        content: added.content ?? null,
      },
    )
  }

  /** What one phone received and sent, oldest first. */
  ofPhone(phone: string): Message[] {
    return this.#database.all(message, 'SELECT * FROM message WHERE phone = :phone ORDER BY seq', { phone })
  }

  has(phone: string, id: string): boolean {
    return this.withId(phone, id).length > 0
  }

  withId(phone: string, id: string): Message[] {
    const sql = 'SELECT * FROM message WHERE phone = :phone AND id = :id ORDER BY seq'
    return this.#database.all(message, sql, { phone, id })
  }

  /** The numbers with which a phone has a chat. */
  chatsOf(phone: string): Set<string> {
    const row = z.object({ chat: z.string() })
    const sql = 'SELECT DISTINCT chat FROM message WHERE phone = :phone'
    return new Set(this.#database.all(row, sql, { phone }).map(({ chat }) => chat))
  }

  /** What others wrote in a chat and this phone has not opened. */
  unread(phone: string, chat: string): Message[] {
    const sql = `SELECT * FROM message WHERE phone = :phone AND chat = :chat AND from_me = 0 AND status != 'read'
                 ORDER BY seq`
    return this.#database.all(message, sql, { phone, chat })
  }

  /** Ticks only go forward: a late delivery does not undo a reading. */
  advance(phone: string, id: string, status: 'delivered' | 'read'): void {
    const sql = `UPDATE message SET status = :status, revision = :revision
                 WHERE phone = :phone AND id = :id AND status != 'read' AND status != :status`
    this.#database.run(sql, { phone, id, status, revision: ++this.#revision })
  }

  /**
   * The latest thousand messages of all phones that are new or have new ticks since a revision, in that order.
   * Another `epoch` says that the world was reset or started again: a reader must begin with revision 0.
   */
  since(revision: number): { epoch: string; revision: number; messages: Message[] } {
    const sql = 'SELECT * FROM message WHERE revision > :revision ORDER BY revision DESC LIMIT 1000'
    const messages = this.#database.all(message, sql, { revision }).reverse()
    return { epoch: this.#epoch, revision: this.#revision, messages }
  }

  /** The time of each phone's latest message, in milliseconds since 1970. */
  lastActivity(): Map<string, number> {
    const row = z.object({ phone: z.string(), at: z.number() })
    const rows = this.#database.all(row, 'SELECT phone, max(at) AS at FROM message GROUP BY phone', {})
    return new Map(rows.map(({ phone, at }) => [phone, at]))
  }

  /** After a reset. */
  startAnew(): void {
    this.#revision = 0
    this.#epoch = randomUUID()
  }
}

const absent = <Value extends z.ZodType>(value: Value) =>
  value.nullable().transform((given) => given ?? undefined)

const message = z
  .object({
    seq: z.number(),
    revision: z.number(),
    phone: z.string(),
    id: z.string(),
    chat: z.string(),
    sender: z.string(),
    from_me: z.number().transform(Boolean),
    type: z.string(),
    text: absent(z.string()),
    caption: absent(z.string()),
    file_name: absent(z.string()),
    bytes: absent(z.number()),
    at: z.number(),
    status: z.enum(['sent', 'delivered', 'read']),
    addressed_as: z.string(),
    content: absent(blob),
  })
  .transform(({ sender, from_me, file_name, addressed_as, ...rest }) => ({
    ...rest,
    from: sender,
    fromMe: from_me,
    fileName: file_name,
    addressedAs: addressed_as,
  }))
