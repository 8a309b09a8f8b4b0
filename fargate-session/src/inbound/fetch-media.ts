import { hasMedia, type Media, type MediaContent } from '@recado/shared/conversations/content'
import { receivedTypeOf } from '@recado/shared/conversations/media-type'
import { changeMessage, getMessage, type StoredMessage } from '@recado/shared/conversations/message'
import type { MediaCommand } from '@recado/shared/queues/commands'
import { TenantTable } from '@recado/shared/table/tenant'
import { downloadContentFromMessage, normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { statusCodeOf } from '../disconnects.ts'
import { mediaKey } from '../media-files.ts'
import type { ServicePorts } from '../ports.ts'
import { CheckedFile, FileTooLarge } from './checked-file.ts'
import { sourceOf } from './media-source.ts'

/** Brings the file of a received message into the bucket. Doing it twice stores the same file twice in one place. */
export async function fetchMedia(ports: ServicePorts, command: MediaCommand): Promise<void> {
  const table = new TenantTable(ports.table, command.companyId)
  const message = await getMessage(table, command)
  if (!message || !hasMedia(message.content) || message.content.media.state !== 'PENDING') return
  const media = await fetched(ports, command, message, message.content)
  await changeMessage(table, message, { set: { content: { ...message.content, media } } })
}

/** @throws where it may be there the next time */
async function fetched(
  ports: ServicePorts,
  { companyId, connectionId, messageId }: MediaCommand,
  { original = '' }: StoredMessage,
  content: MediaContent,
): Promise<Media> {
  const { type, media } = content
  const part = filePartOf(proto.Message.decode(Buffer.from(original, 'base64')))
  const source = part && sourceOf(part, ports.server.mediaOrigins)
  if (!part?.mediaKey || !source) return { ...media, state: 'GONE' }
  const key = mediaKey(companyId, connectionId, messageId)
  const file = new CheckedFile(type, part.fileSha256)
  try {
    const download = await downloadContentFromMessage({ mediaKey: part.mediaKey, ...source }, type)
    const typed = file.beginning.then((first) => receivedTypeOf(content, first))
    const stored = typed.then((mimetype) => ports.files.write(key, file.stream, mimetype))
    await Promise.all([file.take(download), stored])
    return { ...media, mimetype: await typed, state: 'READY', bytes: file.bytes, key }
  } catch (error) {
    if (error instanceof FileTooLarge) return { ...media, state: 'TOO_LARGE' }
    if (GONE.includes(statusCodeOf(error) ?? 0)) return { ...media, state: 'GONE' }
    throw error
  }
}

const GONE = [403, 404, 410]

function filePartOf(message: proto.IMessage) {
  const normal = normalizeMessageContent(message)
  return (
    normal?.imageMessage ??
    normal?.videoMessage ??
    normal?.audioMessage ??
    normal?.documentMessage ??
    normal?.stickerMessage
  )
}
