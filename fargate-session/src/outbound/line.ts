import type { Line, ReadyPart, Route } from '@recado/shared/campaigns/engine/line'
import type { Content } from '@recado/shared/messages/content'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import type { Address } from '@recado/shared/phone-numbers/addresses'
import {
  type AnyMessageContent,
  type CacheStore,
  type GroupMetadata,
  isJidGroup,
  isLidUser,
  type proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import { isClosedTo } from '../groups/group-rows.ts'
import type { AllGroups, Groups } from '../groups/groups.ts'
import { uploadAgain } from '../inbound/upload-again.ts'
import type { MediaFiles } from '../ports/media-files.ts'
import type { Health } from '../questions/health.ts'
import { ChecksRefused, NumberChecks } from '../questions/number-checks.ts'
import { personOf } from '../wire/jids.ts'
import { build } from './build.ts'
import type { CaptionEdit } from './compose.ts'
import type { BuildOptions, OpenLine, Sendable } from './open-line.ts'
import { messageOf, ReadyParts } from './ready-parts.ts'
import { Routes } from './routes.ts'

const TEST_WITHIN_MS = 10_000

interface Parts {
  connectionId: string
  fence: number
  /** The socket, while it is open and the lease is ours. */
  socket(): WASocket | undefined
  groups: Groups
  /** People's devices known to the socket. */
  devices: CacheStore
  /** The files of messages. */
  files: MediaFiles
  health: Health
  /** Resolves when few enough results wait to be recorded. */
  room(): Promise<void>
  now(): number
}

/** Operations on an open connection. */
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
    this.#routes = new Routes(() => this.#socket, parts.devices, parts.now)
  }

  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    this.#routes.watch(socket, guard)
  }

  isOpen(): boolean {
    return this.#parts.socket() !== undefined
  }

  lookUp(number: string): Promise<Address> {
    return this.#answered(this.#checks.checkInTurn(number))
  }

  /** WhatsApp's answer for a list, which has reserved the time of its question, or for a user who waits for it. */
  lookUpAtOnce(number: string): Promise<Address> {
    return this.#answered(this.#checks.check(number))
  }

  async #answered(check: Promise<Address>): Promise<Address> {
    try {
      return await check
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
    const group = await this.#parts.groups.prepare(this.#socket, jid)
    await this.#routes.prepareGroup(group)
    return routeToGroup(group, this.#socket.user)
  }

  async ready(
    { jid, messageTimer }: Pick<Route, 'jid' | 'messageTimer'>,
    content: Content,
    messageId: string,
  ): Promise<ReadyPart> {
    return this.#readyParts.ready(this, jid, content, { messageId, messageTimer })
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

  async build(
    jid: string,
    content: AnyMessageContent | CaptionEdit,
    options: BuildOptions,
  ): Promise<Sendable> {
    return build(this.#socket, jid, content, options)
  }

  async write(route: Route, { messageId, message, attributes }: Sendable): Promise<void> {
    const additionalAttributes = { ...attributes, ...addressAttributes(route) }
    this.#routes.wrote(messageId, route)
    await this.#socket.relayMessage(route.jid, message, { messageId, additionalAttributes })
  }

  async markRead(jid: string, messageIds: readonly string[]): Promise<void> {
    await this.#socket.readMessages(messageIds.map((id) => ({ remoteJid: jid, id, fromMe: false })))
  }

  async showTyping(jid: string): Promise<void> {
    await this.#socket.sendPresenceUpdate('composing', jid)
  }

  /** Asks the own phone to upload a file again. @returns its path on the media hosts, if it has the file */
  uploadAgain(key: proto.IMessageKey & { id: string }, mediaKey: Uint8Array): Promise<string | undefined> {
    return uploadAgain(this.#socket, key, mediaKey)
  }

  /** WhatsApp's response time over this socket, in milliseconds. @throws without an answer */
  async test(): Promise<number> {
    const begun = this.#parts.now()
    const ping = [{ tag: 'ping', attrs: {} }]
    const attrs = { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' }
    await this.#socket.query({ tag: 'iq', attrs, content: ping }, TEST_WITHIN_MS)
    return this.#parts.now() - begun
  }

  /** All groups of the account with their members. @throws when the connection is not open */
  async readGroups(): Promise<AllGroups> {
    return this.#parts.groups.readAll(this.#socket)
  }

  get #socket(): WASocket {
    const socket = this.#parts.socket()
    if (!socket) throw new Error('The connection is not open')
    return socket
  }
}

const routeToGroup = (group: GroupMetadata, user: WASocket['user']): Route => ({
  jid: group.id,
  messageTimer: group.ephemeralDuration ?? 0,
  ...(isClosedTo(personOf(user?.id, user?.lid), group) && { onlyAdminsWrite: true }),
})

/** Adds the person's number to a message to a LID, as WhatsApp Web does (whatsmeow, send.go). */
const addressAttributes = ({ jid, number }: Route): Record<string, string> =>
  isLidUser(jid) && number ? { peer_recipient_pn: `${number}@s.whatsapp.net` } : {}
