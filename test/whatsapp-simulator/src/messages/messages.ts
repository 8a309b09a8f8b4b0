import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { blob, type Database } from '../store/database.ts'
import { CHANGES, type Description, description } from './description.ts'

/** A message on one phone. The same message has a row for each phone that sent or received it. */
export type Message = z.infer<typeof message>

/** Ticks: on the server, on the other phones, read. In a group both need all members. */
export type Status = 'sent' | 'delivered' | 'read'

/** A person's identity as writer: the LID (with the number beside it), the number, or the LID alone. */
export type Addressing = z.infer<typeof addressing>

export type NewMessage = {
  description: Description
  /** Number of the phone that has it. */
  phone: string
  id: string
  /** Number of the other side, or id of a group. */
  chat: string
  from: string
  fromMe: boolean
  /** Milliseconds since 1970. */
  at: number
  status: Status
  /** The JID that the sender wrote to. Receipts for this message come from it. */
  addressedAs: string
  addressing: Addressing
  /** The encoded `proto.Message`, for opening its file, quoting it and sending it again. */
  content: Uint8Array
}

/** All messages of all phones. Nothing is de-duplicated: two messages with one id are two messages. */
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
      `INSERT INTO message (revision, phone, id, chat, sender, from_me, type, description, at, status,
       addressed_as, addressing, content) VALUES (:revision, :phone, :id, :chat, :from, :fromMe, :type,
       :description, :at, :status, :addressedAs, :addressing, :content)`,
      {
        ...added,
        revision: ++this.#revision,
        fromMe: Number(added.fromMe),
        type: added.description.type,
        description: JSON.stringify(added.description),
      },
    )
  }

  /** Messages that one phone received and sent, oldest first. */
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

  /** Numbers and groups that a phone has a chat with. */
  chatsOf(phone: string): Set<string> {
    const row = z.object({ chat: z.string() })
    const sql = 'SELECT DISTINCT chat FROM message WHERE phone = :phone'
    return new Set(this.#database.all(row, sql, { phone }).map(({ chat }) => chat))
  }

  hasChat(phone: string, chat: string): boolean {
    const sql = 'SELECT 1 FROM message WHERE phone = :phone AND chat = :chat LIMIT 1'
    return this.#database.get(z.unknown(), sql, { phone, chat }) !== undefined
  }

  /** Whether `from` ever wrote to `phone` in their own chat. */
  hasHeardFrom(phone: string, from: string): boolean {
    const sql = 'SELECT 1 FROM message WHERE phone = :phone AND chat = :from AND from_me = 0 LIMIT 1'
    return this.#database.get(z.unknown(), sql, { phone, from }) !== undefined
  }

  /** Messages of others in a chat that this phone has not opened. */
  unread(phone: string, chat: string): Message[] {
    const sql = `SELECT * FROM message WHERE phone = :phone AND chat = :chat AND from_me = 0 AND status != 'read'
                 AND type NOT IN (${CHANGES.map((type) => `'${type}'`).join()}) ORDER BY seq`
    return this.#database.all(message, sql, { phone, chat })
  }

  /** Ticks only go forward: a late delivery does not undo a read. */
  advance(phone: string, id: string, status: 'delivered' | 'read'): void {
    const sql = `UPDATE message SET status = :status, revision = :revision
                 WHERE phone = :phone AND id = :id AND status != 'read' AND status != :status`
    this.#database.run(sql, { phone, id, status, revision: ++this.#revision })
  }

  /** Whether every receiving phone has opened a message. */
  isReadByAll(chat: string, id: string): boolean {
    const sql = `SELECT 1 FROM message WHERE id = :id AND chat = :chat AND from_me = 0 AND status != 'read' LIMIT 1`
    return this.#database.get(z.unknown(), sql, { chat, id }) === undefined
  }

  /**
   * The latest thousand messages of all phones that are new or have new ticks since a revision, in that order.
   * Another `epoch` means that the world was reset or restarted: the reader must begin with revision 0.
   */
  since(revision: number): { epoch: string; revision: number; messages: Message[] } {
    const sql = 'SELECT * FROM message WHERE revision > :revision ORDER BY revision DESC LIMIT 1000'
    const messages = this.#database.all(message, sql, { revision }).reverse()
    return { epoch: this.#epoch, revision: this.#revision, messages }
  }

  /** Time of each phone's latest message, in milliseconds since 1970. */
  lastActivity(): Map<string, number> {
    const row = z.object({ phone: z.string(), at: z.number() })
    const rows = this.#database.all(row, 'SELECT phone, max(at) AS at FROM message GROUP BY phone', {})
    return new Map(rows.map(({ phone, at }) => [phone, at]))
  }

  /** Called by a reset. */
  startAnew(): void {
    this.#revision = 0
    this.#epoch = randomUUID()
  }
}

const addressing = z.enum(['lid', 'pn', 'hidden', 'list', 'status'])

const message = z
  .object({
    seq: z.number(),
    revision: z.number(),
    phone: z.string(),
    id: z.string(),
    chat: z.string(),
    sender: z.string(),
    from_me: z.number().transform(Boolean),
    description: z.string().transform((json) => description.parse(JSON.parse(json))),
    at: z.number(),
    status: z.enum(['sent', 'delivered', 'read']),
    addressed_as: z.string(),
    addressing,
    content: blob,
  })
  .transform(({ sender, from_me, addressed_as, ...rest }) => ({
    ...rest,
    from: sender,
    fromMe: from_me,
    addressedAs: addressed_as,
  }))
