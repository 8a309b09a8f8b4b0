import { hasMedia, type Media } from '../messages/content.ts'
import { mediaKey, receivedMediaKey } from '../messages/media-key.ts'
import type { TenantTable } from '../table/tenant.ts'
import { changeContent } from './change-content.ts'
import type { StoredMessage } from './message.ts'

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
  const { content, deletedFile } = message
  if (!hasMedia(content)) return deletedFile
  return content.media.key ?? keyOfFile(companyId, message)
}

/** The key at which a message's file is stored. */
export const keyOfFile = (
  companyId: string,
  { connectionId, messageId, fromMe }: Pick<StoredMessage, 'connectionId' | 'messageId' | 'fromMe'>,
): string => (fromMe ? mediaKey : receivedMediaKey)(companyId, connectionId, messageId)

/** Stores the outcome of a file's download, where the message lies now. @returns false if it was deleted meanwhile */
export async function storeMedia(
  table: TenantTable,
  find: () => Promise<StoredMessage | undefined>,
  media: Media,
): Promise<boolean> {
  const changed = await changeContent(table, find, ({ content, deletedAt }) =>
    hasMedia(content) && !deletedAt ? { set: { content: { ...content, media } } } : undefined,
  )
  return changed !== undefined
}
