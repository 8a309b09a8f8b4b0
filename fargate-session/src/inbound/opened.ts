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
type Opened = (message: WAMessage, of: { offline: boolean }) => Promise<void>

/**
 * Messages at the moment their encryption is opened. Baileys tells WhatsApp that a message has arrived before
 * it tells us what it says; whoever died in between would have lost it. Here it is handed on first: only
 * then Baileys goes on, and what could not be handed on is asked for again.
 */
export class OpenedMessages {
  readonly #stanzas = new WeakMap<object, BinaryNode>()
  readonly #opened: Opened
  readonly #me: () => { id: string; lid?: string | undefined } | undefined

  /** @param me the own account, once it is known */
  constructor(me: () => { id: string; lid?: string | undefined } | undefined, opened: Opened) {
    this.#me = me
    this.#opened = opened
  }

  /** Notes whose ciphertexts these are. For the raw stanzas of the socket. */
  readonly noteStanza = (stanza: BinaryNode): void => {
    for (const { content } of getBinaryNodeChildren(stanza, 'enc')) {
      if (content instanceof Uint8Array) this.#stanzas.set(content, stanza)
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
    const stanza = this.#stanzas.get(sealed)
    const me = this.#me()
    if (!stanza || !me || stanza.attrs.category === 'peer') return
    const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '')
    const decoded = proto.Message.decode(unpadRandomMax16(plain))
    fullMessage.message = decoded.deviceSentMessage?.message ?? decoded
    cleanMessage(fullMessage, me.id, me.lid ?? '')
    await this.#opened(fullMessage, { offline: stanza.attrs.offline !== undefined })
  }
}
