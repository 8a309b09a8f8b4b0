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
} from '@whiskeysockets/baileys'

type MakeRepository = SocketConfig['makeSignalRepository']
/** How a message came: as a replay, or as it was written, at a moment of its own in milliseconds since 1970. */
export type Arrival = { offline: boolean; arrivedAt: number }
type Opened = (message: WAMessage, arrival: Arrival) => Promise<void>

/**
 * Messages at the moment their encryption is opened. Baileys tells WhatsApp that a message has arrived before
 * it tells us what it says; whoever died in between would have lost it. Here it is handed on first: only
 * then Baileys goes on, and what could not be handed on is asked for again.
 */
export class OpenedMessages {
  readonly #stanzas = new WeakMap<object, { stanza: BinaryNode; arrivedAt: number }>()
  readonly #now: () => number
  #lastArrival = 0
  readonly #opened: Opened
  readonly #me: () => { id: string; lid?: string | undefined } | undefined

  /** @param me the own account, once it is known */
  constructor(
    me: () => { id: string; lid?: string | undefined } | undefined,
    now: () => number,
    opened: Opened,
  ) {
    this.#me = me
    this.#now = now
    this.#opened = opened
  }

  /** Notes whose ciphertexts these are. For the raw stanzas of the socket. */
  readonly noteStanza = (stanza: BinaryNode): void => {
    // The library opens messages of somebody new side by side: the order is that of the wire.
    const arrivedAt = Math.max(this.#now(), this.#lastArrival + 1)
    this.#lastArrival = arrivedAt
    for (const { content } of getBinaryNodeChildren(stanza, 'enc')) {
      if (content instanceof Uint8Array) this.#stanzas.set(content, { stanza, arrivedAt })
    }
  }

  /** Baileys' own encryption, which shows us what it opens. */
  readonly makeSignalRepository: MakeRepository = (...using) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...using)
    return {
      ...repository,
      decryptMessage: async (sealed) => {
        const plain = await repository.decryptMessage(sealed)
        await this.#show(sealed.ciphertext, plain)
        return plain
      },
      decryptGroupMessage: async (sealed) => {
        const plain = await repository.decryptGroupMessage(sealed)
        await this.#show(sealed.msg, plain)
        return plain
      },
    }
  }

  async #show(sealed: Uint8Array, plain: Uint8Array): Promise<void> {
    const { stanza, arrivedAt = 0 } = this.#stanzas.get(sealed) ?? {}
    const me = this.#me()
    if (!stanza || !me || stanza.attrs.category === 'peer') return
    const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '')
    const decoded = proto.Message.decode(unpadRandomMax16(plain))
    fullMessage.message = decoded.deviceSentMessage?.message ?? decoded
    cleanMessage(fullMessage, me.id, me.lid ?? '')
    await this.#opened(fullMessage, { offline: stanza.attrs.offline !== undefined, arrivedAt })
  }
}
