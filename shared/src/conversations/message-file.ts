import { hasMedia } from '../messages/content.ts'
import { mediaKey } from '../messages/media-key.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { messageKey, type StoredMessage } from './message.ts'

/**
 * The key of a message's own file in the bucket, also of a message that was deleted for everyone. Undefined if it has
 * none: a campaign's attachment belongs to many messages.
 */
export function ownFileOf(
  companyId: string,
  { content, connectionId, deletedFile }: StoredMessage,
): string | undefined {
  const key = hasMedia(content) ? content.media.key : deletedFile
  return key?.startsWith(`${companyId}/media/${connectionId}/`) ? key : undefined
}

/** The key of the file that a deletion leaves in the bucket. It may still be on its way there. */
export function fileLeftBehind(companyId: string, message: StoredMessage): string | undefined {
  const { content, connectionId, messageId, deletedFile } = message
  if (!hasMedia(content)) return deletedFile
  return content.media.key ?? mediaKey(companyId, connectionId, messageId)
}

/** Stores the outcome of a file's download. @returns false if the message was deleted meanwhile */
export const storeMedia = (
  table: TenantTable,
  message: StoredMessage,
  content: StoredMessage['content'],
): Promise<boolean> =>
  committed(
    table.update(
      messageKey(message),
      { set: { content } },
      { pk: { exists: true }, deletedAt: { exists: false } },
    ),
  )
