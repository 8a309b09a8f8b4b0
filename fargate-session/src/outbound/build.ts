import { type AnyMessageContent, generateWAMessage, isJidGroup, type WASocket } from '@whiskeysockets/baileys'
import { silent } from '../wire/silent.ts'
import type { CaptionEdit } from './compose.ts'
import type { BuildOptions, Sendable } from './open-line.ts'

/** Builds a message from content, and uploads its file to WhatsApp's servers. */
export async function build(
  socket: WASocket,
  jid: string,
  content: AnyMessageContent | CaptionEdit,
  { messageId, quoted, messageTimer }: BuildOptions,
): Promise<Sendable> {
  if ('protocolMessage' in content) {
    const protocolMessage = { ...content.protocolMessage, timestampMs: Date.now() }
    return { messageId, message: { protocolMessage }, attributes: EDITS }
  }
  const { message } = await generateWAMessage(jid, content, {
    logger: silent,
    userJid: socket.user?.id ?? '',
    upload: socket.waUploadToServer,
    messageId,
    ...(quoted && { quoted }),
    // A reaction disappears with its message.
    ...(messageTimer && !('react' in content) && { ephemeralExpiration: messageTimer }),
  })
  if (!message) throw new Error('The message has no content')
  return { messageId, message, attributes: attributesOf(jid, content) }
}

const EDITS = { edit: '1' }

/** WhatsApp needs to know outside the encryption that a message changes another one. */
function attributesOf(jid: string, content: AnyMessageContent): Record<string, string> {
  if ('edit' in content && content.edit) return EDITS
  if (!('delete' in content)) return {}
  const asAdmin = isJidGroup(jid) && !content.delete.fromMe
  return { edit: asAdmin ? '8' : '7' }
}
