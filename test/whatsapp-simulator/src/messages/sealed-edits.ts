import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import type { MessageWorld } from './world.ts'

/**
 * Phones give each message a secret, and newer ones seal an edit with the secret of the edited message. Scheme by reports
 * (whatsapp-rust#618, Baileys#2547): HKDF-SHA256 over the message's id, its author, the editor and "Message Edit", then
 * AES-256-GCM without additional data.
 */
export function withSecret(simulation: MessageWorld, message: proto.IMessage): proto.IMessage {
  if (!simulation.faults.sealedEdits || message.protocolMessage) return message
  const messageContextInfo = { ...message.messageContextInfo, messageSecret: randomBytes(32) }
  return { ...message, messageContextInfo }
}

/** The message as it leaves the phone. */
export function sealedEdit(
  simulation: MessageWorld,
  author: Account,
  message: proto.IMessage,
): proto.IMessage {
  const { by } = simulation.faults.sealedEdits ?? {}
  const { key, editedMessage } = message.protocolMessage ?? {}
  if (!by || !key?.id || !editedMessage) return message
  const [target] = simulation.messages.withId(author.number, key.id)
  const secret = target && proto.Message.decode(target.content).messageContextInfo?.messageSecret
  if (!secret) return message
  const address = by === 'lid' ? lidJid(author) : phoneJid(author)
  const info = `${key.id}${address}${address}Message Edit`
  const encIv = randomBytes(12)
  const cipher = createCipheriv(
    'aes-256-gcm',
    Buffer.from(hkdfSync('sha256', secret, new Uint8Array(32), info, 32)),
    encIv,
  )
  const plain = proto.Message.encode(message).finish()
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
  return { secretEncryptedMessage: { targetMessageKey: key, encIv, encPayload, secretEncType } }
}
