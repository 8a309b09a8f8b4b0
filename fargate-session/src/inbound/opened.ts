import { createHash } from 'node:crypto'
import {
  areJidsSameUser,
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
import { isBroadcastList, isIgnored } from '../wire/jids.ts'
import { wireFields } from '../wire/wire-fields.ts'
import { inTurn } from './key-turns.ts'
import { resentIn } from './resent.ts'
import { isMissed, NeverHandedOn, type Unread, wasDecrypted, withoutContent } from './unread.ts'

type MakeRepository = SocketConfig['makeSignalRepository']
/**
 * How a message came: live or as a replay (`offline`). `arrivedAt` is a unique moment in milliseconds since 1970.
 */
export type Arrival = { offline: boolean; arrivedAt: number }
type Opened = (message: WAMessage, arrival: Arrival) => Promise<void>
type Me = { id: string; lid?: string | undefined }

/** A message between the account's own devices. */
export type PeerMessage = (message: proto.IMessage) => Promise<void>

const RECEIVED = 'CB:message'
/** Unread messages whose keys are kept: the phone's copy may have fewer fields. */
const UNREAD_KEPT = 500
/** Opened ciphertexts that are remembered; about 150 bytes each (estimated). */
const OPENED_KEPT = 1000
/** Field numbers of a message that a person does not see: group keys and the context. */
const BESIDE = [2, 15, 35]

/** Ciphertexts that were opened and need no second hand-over, by their digest. It outlives a connection's sockets. */
export type OpenedBefore = LRUCache<string, true>

export const openedBefore = (): OpenedBefore => new LRUCache({ max: OPENED_KEPT })

/**
 * Hands messages on at the moment of their decryption. Baileys acknowledges a message to WhatsApp before it gives
 * it to us, so a crash in between would lose it. Here Baileys continues only after the message was handed on. A
 * message that could not be handed on comes again. An unreadable message is handed on without content, and later as
 * the phone's copy.
 */
export class OpenedMessages {
  readonly #stanzas = new WeakMap<object, { stanza: BinaryNode; arrivedAt: number }>()
  readonly #unread = new LRUCache<string, WAMessage['key']>({ max: UNREAD_KEPT })
  readonly #now: () => number
  #lastArrival = 0
  readonly #opened: Opened
  readonly #me: () => Me | undefined
  readonly #peerMessage: PeerMessage
  readonly #isStored: (key: WAMessage['key']) => Promise<boolean>
  readonly #openedBefore: OpenedBefore

  /**
   * @param me the own account, once known
   * @param opened takes messages; an unreadable one has no content
   * @param isStored whether a message that was decrypted before needs no second hand-over
   */
  constructor(
    me: () => Me | undefined,
    now: () => number,
    opened: Opened,
    peerMessage: PeerMessage = async () => undefined,
    isStored: (key: WAMessage['key']) => Promise<boolean> = async () => true,
    before: OpenedBefore = openedBefore(),
  ) {
    this.#me = me
    this.#now = now
    this.#opened = opened
    this.#peerMessage = peerMessage
    this.#isStored = isStored
    this.#openedBefore = before
  }

  /** Runs before the library's listener. A message that is not safe gets no acknowledgement, and comes again. */
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
      // The failure was logged at its source.
      void this.#handOnUnread(stanza, arrivedAt, why).then(receive, () => undefined)
    })
  }

  /** Baileys' own encryption, which also passes decrypted messages to us. */
  readonly makeSignalRepository: MakeRepository = (...using) => {
    const [{ keys }] = using
    const made = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...using)
    const repository = inTurn(made, keys, () => this.#me()?.id)
    return {
      ...repository,
      decryptMessage: (sealed) => this.#open(sealed.ciphertext, () => repository.decryptMessage(sealed)),
      decryptGroupMessage: (sealed) => this.#open(sealed.msg, () => repository.decryptGroupMessage(sealed)),
    }
  }

  /** Remembers the stanza of each ciphertext. @returns the arrival in milliseconds since 1970 */
  #note(stanza: BinaryNode): number {
    // The library decrypts messages of new senders in parallel. The moments keep the order of the wire.
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
      const isRepeated = wasDecrypted(error)
      if (!stanza || !isMissed(stanza) || (isRepeated && (await this.#isKnown(sealed, stanza)))) throw error
      await this.#handOnUnread(stanza, arrivedAt, 'unreadable')
      throw isRepeated ? new NeverHandedOn(error) : error
    }
    if (stanza) await this.#show(stanza, arrivedAt, unpadRandomMax16(plain))
    this.#openedBefore.set(digestOf(sealed), true)
    return plain
  }

  /** A message without a visible part is never stored, so the ciphertext is looked up first. */
  async #isKnown(sealed: Uint8Array, stanza: BinaryNode): Promise<boolean> {
    if (this.#openedBefore.has(digestOf(sealed))) return true
    const message = this.#messageOf(stanza)
    return !message || this.#isStored(message.key)
  }

  async #show(stanza: BinaryNode, arrivedAt: number, plain: Uint8Array): Promise<void> {
    const message = this.#messageOf(stanza)
    const me = this.#me()
    if (!message || !me) return
    const decoded = proto.Message.decode(plain)
    if (stanza.attrs.category === 'peer') return message.key.fromMe ? this.#onPeer(decoded, me) : undefined
    if (isUnknown(decoded, plain)) return this.#handOnUnread(stanza, arrivedAt, 'unreadable')
    message.message = withContext(decoded)
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

  /** A message of the own phone to this device alone, such as a copy of an unreadable message. */
  async #onPeer(decoded: proto.IMessage, me: Me): Promise<void> {
    for (const message of resentIn(decoded)) {
      // The library's event does not show that the copy was requested, so it would count as new (Baileys#2408).
      const known = this.#unread.get(message.key.id ?? '')
      const resent = { ...message, key: { ...message.key, ...known } }
      cleanMessage(resent, me.id, me.lid ?? '')
      await this.#opened(resent, { offline: true, arrivedAt: 0 })
    }
    await this.#peerMessage(decoded)
  }

  #messageOf(stanza: BinaryNode): WAMessage | undefined {
    const me = this.#me()
    if (!me) return undefined
    const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '')
    const { key } = fullMessage
    // The library compares the sender with the own number only. WhatsApp names people in broadcast lists by LID (reported:
    // Baileys#2652, whatsmeow#1262). Assumed: the own phone too.
    if (me.lid && isBroadcastList(key.remoteJid) && areJidsSameUser(key.participant ?? undefined, me.lid))
      key.fromMe = true
    return fullMessage
  }
}

/** The message itself. The own phone's copy may have the context, and the secret in it, beside the message. */
function withContext(decoded: proto.IMessage): proto.IMessage {
  const sent = decoded.deviceSentMessage?.message
  if (!sent) return decoded
  const messageContextInfo = sent.messageContextInfo ?? decoded.messageContextInfo
  return messageContextInfo ? { ...sent, messageContextInfo } : sent
}

const digestOf = (sealed: Uint8Array): string => createHash('sha256').update(sealed).digest('base64')

/** Whether a message has only fields that are newer than the library's protocol. */
function isUnknown(decoded: proto.IMessage, plain: Uint8Array): boolean {
  const said = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage']
  const isEmpty = Object.keys(decoded).every((kind) => said.includes(kind) || kind === 'messageContextInfo')
  return isEmpty && wireFields(plain).some(({ number }) => !BESIDE.includes(number))
}
