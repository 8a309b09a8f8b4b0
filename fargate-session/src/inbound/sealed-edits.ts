import { hkdfSync, webcrypto } from 'node:crypto'
import { type proto, type WAMessage, proto as wire } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { unwrapped } from './unwrap.ts'

/** Messages whose secret is kept, because they may be edited before they are stored. */
const SECRETS_KEPT = 2000
/** Names the use of a message's secret (whatsapp-rust#618, whatsmeow's msgsecret.go). */
const USE = 'Message Edit'
const NO_SALT = new Uint8Array(32)

const { MESSAGE_EDIT } = wire.Message.ProtocolMessage.Type
const SEALED_EDIT = wire.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT

/**
 * Opens edits. Since May 2026 newer apps encrypt an edit with the secret of the edited message (Baileys#2541, #2547), and the
 * library has no code for that.
 */
export class SealedEdits {
  readonly #secrets = new LRUCache<string, Uint8Array>({ max: SECRETS_KEPT })
  readonly #originalOf: (key: WAMessage['key'], id: string) => Promise<string | undefined>

  /** @param originalOf the stored message with this id of the key's writer, as base64; undefined if there is none */
  constructor(originalOf: (key: WAMessage['key'], id: string) => Promise<string | undefined>) {
    this.#originalOf = originalOf
  }

  /**
   * A message as older apps send it. An edit that cannot be opened stays as it is, and is shown as unreadable.
   * @param writers the writer's addresses; the key was made with one of them
   */
  async opened(message: WAMessage, writers: readonly string[]): Promise<WAMessage> {
    const { key } = message
    const sealed = message.message && unwrapped(message.message)?.message.secretEncryptedMessage
    const id = sealed?.targetMessageKey?.id
    if (sealed?.secretEncType !== SEALED_EDIT || !id) {
      this.#keep(message)
      return message
    }
    const secret = this.#secrets.get(nameOf(key, id)) ?? secretIn(await this.#originalOf(key, id))
    const editedMessage = secret && (await openedBy(sealed, id, secret, writers))
    if (!editedMessage) return message
    const change = { type: MESSAGE_EDIT, key: sealed.targetMessageKey, editedMessage }
    return { ...message, message: { protocolMessage: change } }
  }

  #keep({ key, message }: WAMessage): void {
    const secret = message?.messageContextInfo?.messageSecret
    if (key.id && secret) this.#secrets.set(nameOf(key, key.id), secret)
  }
}

const nameOf = ({ remoteJid }: WAMessage['key'], id: string) => `${remoteJid} ${id}`

const secretIn = (original: string | undefined): Uint8Array | undefined =>
  (original && wire.Message.decode(Buffer.from(original, 'base64')).messageContextInfo?.messageSecret) ||
  undefined

async function openedBy(
  { encIv, encPayload }: proto.Message.ISecretEncryptedMessage,
  id: string,
  secret: Uint8Array,
  writers: readonly string[],
): Promise<proto.IMessage | undefined> {
  for (const sender of writers)
    for (const editor of writers) {
      const info = Buffer.from(id + sender + editor + USE)
      const key = new Uint8Array(hkdfSync('sha256', secret, NO_SALT, info, 32))
      const plain = await decrypted(key, encIv ?? NO_SALT, encPayload ?? NO_SALT)
      if (plain) return editIn(plain)
    }
  return undefined
}

/** @returns undefined if the text was sealed with another key */
async function decrypted(
  raw: Uint8Array<ArrayBuffer>,
  iv: Uint8Array,
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> {
  const key = await webcrypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  try {
    const plain = await webcrypto.subtle.decrypt(
      { name: 'AES-GCM', iv: Buffer.from(iv) },
      key,
      Buffer.from(sealed),
    )
    return new Uint8Array(plain)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** The new content. The sender chose the bytes, which may be no message. */
function editIn(plain: Uint8Array): proto.IMessage | undefined {
  try {
    const message = wire.Message.decode(plain)
    return message.protocolMessage?.editedMessage ?? message
  } catch (error) {
    if (error instanceof Error && MALFORMED.test(error.message)) return undefined
    throw error
  }
}

const MALFORMED = /^(invalid wire type|index out of range|invalid end group)/
