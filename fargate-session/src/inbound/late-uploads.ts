import { changeContent } from '@recado/shared/conversations/change-content'
import { messageOfId } from '@recado/shared/conversations/message'
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
  let directPath: string | undefined
  const message = await changeContent(
    table,
    () => messageOfId(table, connectionId, { messageId, fromMe: fromMe ?? false }),
    ({ content, original = '' }) => {
      if (!hasMedia(content) || content.media.state !== 'GONE') return undefined
      const kept = proto.Message.decode(Buffer.from(original, 'base64'))
      const part = filePartOf(kept)
      directPath = part?.mediaKey ? pathIn(media, part.mediaKey, messageId) : undefined
      if (!part || !directPath) return undefined
      Object.assign(part, { directPath, url: null })
      const set = {
        content: { ...content, media: { ...content.media, state: 'PENDING' as const } },
        original: Buffer.from(proto.Message.encode(kept).finish()).toString('base64'),
      }
      return { set }
    },
  )
  if (!message || !directPath) return
  const { chat, at } = message
  const { companyId } = table
  const command = { kind: 'media' as const, companyId, connectionId, chat, messageId, at }
  await ports.queues.command(command, `media-${messageId}-${digestOf(directPath)}`)
}
