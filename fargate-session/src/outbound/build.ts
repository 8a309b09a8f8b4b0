import {
  type AnyMessageContent,
  generateWAMessage,
  isJidGroup,
  type MessageGenerationOptions,
  type WASocket,
} from '@whiskeysockets/baileys'
import { silent } from '../wire/silent.ts'
import type { Sendable } from './open-line.ts'

/** Builds a message from content, and uploads its file to WhatsApp's servers. */
export async function build(
  socket: WASocket,
  jid: string,
  content: AnyMessageContent,
  { messageId, quoted }: Pick<MessageGenerationOptions, 'quoted'> & { messageId: string },
): Promise<Sendable> {
  const { message } = await generateWAMessage(jid, content, {
    logger: silent,
    userJid: socket.user?.id ?? '',
    upload: socket.waUploadToServer,
    messageId,
    ...(quoted && { quoted }),
  })
  if (!message) throw new Error('The message has no content')
  return { messageId, message, attributes: attributesOf(jid, content) }
}

/** WhatsApp needs to know outside the encryption that a message changes another one. */
function attributesOf(jid: string, content: AnyMessageContent): Record<string, string> {
  if ('edit' in content && content.edit) return { edit: '1' }
  if (!('delete' in content)) return {}
  const asAdmin = isJidGroup(jid) && !content.delete.fromMe
  return { edit: asAdmin ? '8' : '7' }
}
