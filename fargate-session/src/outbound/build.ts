import {
  type AnyMessageContent,
  generateWAMessage,
  isJidGroup,
  type MessageGenerationOptions,
  type WASocket,
} from '@whiskeysockets/baileys'
import { silent } from '../silent.ts'
import type { Sendable } from './open-line.ts'

/** A message of content, with its file on WhatsApp's servers. */
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
  if (!message) throw new Error('There is nothing to send')
  return { messageId, message, attributes: attributesOf(jid, content) }
}

/** WhatsApp wants to be told outside the encryption that a message changes another one. */
function attributesOf(jid: string, content: AnyMessageContent): Record<string, string> {
  if ('edit' in content && content.edit) return { edit: '1' }
  if (!('delete' in content)) return {}
  const asAdmin = isJidGroup(jid) && !content.delete.fromMe
  return { edit: asAdmin ? '8' : '7' }
}
