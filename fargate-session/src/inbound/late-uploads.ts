import { changeMessage, messageOfId } from '@recado/shared/conversations/message'
import { hasMedia } from '@recado/shared/messages/content'
import { digestOf } from '@recado/shared/queues/queues'
import type { TenantTable } from '@recado/shared/table/tenant'
import { type BaileysEventMap, proto } from '@whiskeysockets/baileys'
import type { ServicePorts } from '../ports/ports.ts'
import { filePartOf } from './media-part.ts'
import { pathIn } from './upload-again.ts'

/**
 * Handles the own phone's answer to a request for a file. If the file was given up meanwhile, because the phone was
 * off, it is fetched now.
 */
export async function lateUpload(
  ports: Pick<ServicePorts, 'queues'>,
  table: TenantTable,
  connectionId: string,
  { key, media }: BaileysEventMap['messages.media-update'][number],
): Promise<void> {
  const { id: messageId, fromMe } = key
  if (!media || !messageId) return
  const message = await messageOfId(table, connectionId, { messageId, fromMe: fromMe ?? false })
  if (!message || !hasMedia(message.content) || message.content.media.state !== 'GONE') return
  const kept = proto.Message.decode(Buffer.from(message.original ?? '', 'base64'))
  const part = filePartOf(kept)
  const directPath = part?.mediaKey && pathIn(media, part.mediaKey, messageId)
  if (!directPath) return
  Object.assign(part, { directPath, url: null })
  const content = { ...message.content, media: { ...message.content.media, state: 'PENDING' as const } }
  const original = Buffer.from(proto.Message.encode(kept).finish()).toString('base64')
  await changeMessage(table, message, { set: { content, original } })
  const { chat, at } = message
  const { companyId } = table
  const command = { kind: 'media' as const, companyId, connectionId, chat, messageId, at }
  await ports.queues.command(command, `media-${messageId}-${digestOf(directPath)}`)
}
