import {
  type BinaryNode,
  cleanMessage,
  DEFAULT_CONNECTION_CONFIG,
  decodeMessageNode,
  getBinaryNodeChildren,
  proto,
  type SocketConfig,
  unpadRandomMax16,
  type WAMessage,
  WAMessageStubType,
  type WASocket,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { isIgnored } from './jids.ts'
import { resentIn } from './resent.ts'
import { isMissed, type Unread, withoutContent } from './unread.ts'
import { wireFields } from './wire-fields.ts'

type MakeRepository = SocketConfig['makeSignalRepository']
/** How a message came: as a replay, or as it was written, at a moment of its own in milliseconds since 1970. */
export type Arrival = { offline: boolean; arrivedAt: number }
type Opened = (message: WAMessage, arrival: Arrival) => Promise<void>
type Me = { id: string; lid?: string | undefined }

/** What is between the own devices only. */
export type PeerMessage = (message: proto.IMessage) => Promise<void>

const RECEIVED = 'CB:message'
/** Messages that could not be read, whose senders are remembered: the phone may tell less of them. */
const UNREAD_KEPT = 500
/** Fields of a message that say nothing to a person: keys of groups, and the context. */
const BESIDE = [2, 15, 35]

/**
 * Messages at the moment their encryption is opened. Baileys tells WhatsApp that a message has arrived before
 * it tells us what it says; whoever died in between would have lost it. Here it is handed on first: only
 * then Baileys goes on, and what could not be handed on is asked for again. What cannot be read is handed on too,
 * as a message without content, and what the phone sends again of it.
 */
export class OpenedMessages {
  readonly #stanzas = new WeakMap<object, { stanza: BinaryNode; arrivedAt: number }>()
  readonly #unread = new LRUCache<string, WAMessage['key']>({ max: UNREAD_KEPT })
  readonly #now: () => number
  #lastArrival = 0
  readonly #opened: Opened
  readonly #me: () => Me | undefined
  readonly #peerMessage: PeerMessage

  /**
   * @param me the own account, once it is known
   * @param opened takes messages; one without content could not be read
   */
  constructor(
    me: () => Me | undefined,
    now: () => number,
    opened: Opened,
    peerMessage: PeerMessage = async () => undefined,
  ) {
    this.#me = me
    this.#now = now
    this.#opened = opened
    this.#peerMessage = peerMessage
  }

  /** Comes before the library at the messages of a socket. What is not safe is not acknowledged, and comes again. */
  watch(socket: Pick<WASocket, 'ws'>): void {
    const receiving = socket.ws.listeners(RECEIVED)
    socket.ws.removeAllListeners(RECEIVED)
    socket.ws.on(RECEIVED, (stanza: BinaryNode) => {
      const receive = () => {
        for (const listener of receiving) listener(stanza)
      }
      const arrivedAt = this.#note(stanza)
      const why = isIgnored(stanza.attrs.from ?? '') ? undefined : withoutContent(stanza)
      if (!why) return receive()
      // What failed has been logged where it failed.
      void this.#handOnUnread(stanza, arrivedAt, why).then(receive, () => undefined)
    })
  }

  /** Baileys' own encryption, which shows us what it opens. */
  readonly makeSignalRepository: MakeRepository = (...using) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...using)
    return {
      ...repository,
      decryptMessage: (sealed) => this.#open(sealed.ciphertext, () => repository.decryptMessage(sealed)),
      decryptGroupMessage: (sealed) => this.#open(sealed.msg, () => repository.decryptGroupMessage(sealed)),
    }
  }

  /** Notes whose ciphertexts these are. @returns when they came, in milliseconds since 1970 */
  #note(stanza: BinaryNode): number {
    // The library opens messages of somebody new side by side: the order is that of the wire.
    const arrivedAt = Math.max(this.#now(), this.#lastArrival + 1)
    this.#lastArrival = arrivedAt
    for (const { content } of getBinaryNodeChildren(stanza, 'enc')) {
      if (content instanceof Uint8Array) this.#stanzas.set(content, { stanza, arrivedAt })
    }
    return arrivedAt
  }

  async #open(sealed: Uint8Array, decrypt: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const { stanza, arrivedAt = 0 } = this.#stanzas.get(sealed) ?? {}
    let plain: Uint8Array
    try {
      plain = await decrypt()
    } catch (error) {
      if (stanza && isMissed(stanza, error)) await this.#handOnUnread(stanza, arrivedAt, 'unreadable')
      throw error
    }
    if (stanza) await this.#show(stanza, arrivedAt, unpadRandomMax16(plain))
    return plain
  }

  async #show(stanza: BinaryNode, arrivedAt: number, plain: Uint8Array): Promise<void> {
    const message = this.#messageOf(stanza)
    const me = this.#me()
    if (!message || !me) return
    const decoded = proto.Message.decode(plain)
    if (stanza.attrs.category === 'peer') return message.key.fromMe ? this.#onPeer(decoded, me) : undefined
    if (isUnknown(decoded, plain)) return this.#handOnUnread(stanza, arrivedAt, 'unreadable')
    message.message = decoded.deviceSentMessage?.message ?? decoded
    cleanMessage(message, me.id, me.lid ?? '')
    await this.#opened(message, { offline: stanza.attrs.offline !== undefined, arrivedAt })
  }

  async #handOnUnread(stanza: BinaryNode, arrivedAt: number, why: Unread): Promise<void> {
    const message = this.#messageOf(stanza)
    if (!message) return
    message.messageStubType = WAMessageStubType.CIPHERTEXT
    message.key.isViewOnce = why === 'view-once'
    this.#unread.set(message.key.id ?? '', message.key)
    await this.#opened(message, { offline: stanza.attrs.offline !== undefined, arrivedAt })
  }

  /** The own phone says something to this device alone: among others, what this device could not read. */
  async #onPeer(decoded: proto.IMessage, me: Me): Promise<void> {
    for (const message of resentIn(decoded)) {
      // The library's event of it does not say that it was asked for, and so is taken for a new one (Baileys#2408).
      const known = this.#unread.get(message.key.id ?? '')
      const resent = { ...message, key: { ...message.key, ...known } }
      cleanMessage(resent, me.id, me.lid ?? '')
      await this.#opened(resent, { offline: true, arrivedAt: 0 })
    }
    await this.#peerMessage(decoded)
  }

  #messageOf(stanza: BinaryNode): WAMessage | undefined {
    const me = this.#me()
    return me && decodeMessageNode(stanza, me.id, me.lid ?? '').fullMessage
  }
}

/** Whether all that a message says is in kinds that are newer than the library's protocol. */
function isUnknown(decoded: proto.IMessage, plain: Uint8Array): boolean {
  const said = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage']
  const isEmpty = Object.keys(decoded).every((kind) => said.includes(kind) || kind === 'messageContextInfo')
  return isEmpty && wireFields(plain).some(({ number }) => !BESIDE.includes(number))
}
