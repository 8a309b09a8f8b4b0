import type { Line, ReadyPart, Route } from '@recado/shared/campaigns/engine/deliver'
import type { PersonAddress } from '@recado/shared/campaigns/recipient'
import type { Address } from '@recado/shared/contacts/addresses'
import type { Content } from '@recado/shared/conversations/content'
import {
  type AnyMessageContent,
  type CacheStore,
  type GroupMetadata,
  isJidGroup,
  isLidUser,
  type proto,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Groups } from './groups.ts'
import type { Health } from './health.ts'
import { uploadAgain } from './inbound/upload-again.ts'
import type { MediaFiles } from './media-files.ts'
import { ChecksRefused, NumberChecks } from './number-checks.ts'
import { build } from './outbound/build.ts'
import type { OpenLine, Sendable } from './outbound/open-line.ts'
import { messageOf, ReadyParts } from './outbound/ready-parts.ts'
import { Routes } from './outbound/routes.ts'

const TEST_WITHIN_MS = 10_000

interface Parts {
  connectionId: string
  fence: number
  /** The socket, as long as it is open and ours. */
  socket(): WASocket | undefined
  groups: Groups
  /** People's devices, as the socket knows them. */
  devices: CacheStore
  /** The files of messages. */
  files: MediaFiles
  health: Health
  /** Resolves when few enough results wait to be recorded. */
  room(): Promise<void>
  now(): number
}

/** What can be done over a connection while it is open. */
export class SocketLine implements Line, OpenLine {
  readonly connectionId: string
  readonly fence: number
  lastWriteAt = 0
  readonly #parts: Parts
  readonly #checks: NumberChecks
  readonly #readyParts: ReadyParts
  readonly #routes: Routes

  constructor(parts: Parts) {
    this.#parts = parts
    this.connectionId = parts.connectionId
    this.fence = parts.fence
    this.#checks = new NumberChecks(() => this.#socket, parts.now)
    this.#readyParts = new ReadyParts(parts.files)
    this.#routes = new Routes(() => this.#socket, parts.devices)
  }

  isOpen(): boolean {
    return this.#parts.socket() !== undefined
  }

  async lookUp(number: string): Promise<Address> {
    try {
      return await this.#checks.check(number)
    } catch (error) {
      if (error instanceof ChecksRefused) await this.#parts.health.checksRefused(error.until)
      throw error
    }
  }

  async prepare(jid: string, address?: PersonAddress): Promise<Route> {
    await this.#parts.room()
    return this.routeTo(jid, address)
  }

  async routeTo(jid: string, address?: PersonAddress): Promise<Route> {
    if (!isJidGroup(jid)) return this.#routes.toPerson(jid, address)
    await this.#routes.prepareGroup(await this.#parts.groups.prepare(this.#socket, jid))
    return { jid }
  }

  ready(jid: string, content: Content, messageId: string): Promise<ReadyPart> {
    return this.#readyParts.ready(this, jid, content, messageId)
  }

  async send(route: Route, part: ReadyPart): Promise<void> {
    const { messageId } = part
    this.lastWriteAt = this.#parts.now()
    try {
      await this.write(route, { messageId, message: await messageOf(this, route.jid, part), attributes: {} })
    } finally {
      this.lastWriteAt = this.#parts.now()
    }
  }

  ownJid(): string {
    return this.#socket.user?.id ?? ''
  }

  async build(
    jid: string,
    content: AnyMessageContent,
    options: { messageId: string; quoted?: WAMessage },
  ): Promise<Sendable> {
    return build(this.#socket, jid, content, options)
  }

  async write(route: Route, { messageId, message, attributes }: Sendable): Promise<void> {
    const additionalAttributes = { ...attributes, ...addressAttributes(route) }
    await this.#socket.relayMessage(route.jid, message, { messageId, additionalAttributes })
  }

  /** Has the own phone upload the file of a message again. @returns its path on the media hosts, where there is one */
  uploadAgain(key: proto.IMessageKey & { id: string }, mediaKey: Uint8Array): Promise<string | undefined> {
    return uploadAgain(this.#socket, key, mediaKey)
  }

  /** Milliseconds that WhatsApp takes to answer over this socket. @throws where it does not */
  async test(): Promise<number> {
    const begun = this.#parts.now()
    const ping = [{ tag: 'ping', attrs: {} }]
    const attrs = { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' }
    await this.#socket.query({ tag: 'iq', attrs, content: ping }, TEST_WITHIN_MS)
    return this.#parts.now() - begun
  }

  /** All groups of the account with their members. @throws where the connection is not open */
  async readGroups(): Promise<GroupMetadata[]> {
    return this.#parts.groups.readAll(this.#socket)
  }

  get #socket(): WASocket {
    const socket = this.#parts.socket()
    if (!socket) throw new Error('The connection is not open')
    return socket
  }
}

/** What a message to a LID says of the person's number, as WhatsApp Web does (whatsmeow, send.go). */
const addressAttributes = ({ jid, number }: Route): Record<string, string> =>
  isLidUser(jid) && number ? { peer_recipient_pn: `${number}@s.whatsapp.net` } : {}
