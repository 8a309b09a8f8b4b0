import type { StorePage } from '../http/cursors.ts'
import type { Chat } from '../messages/chat.ts'
import { type GalleryKind, isInGallery } from '../messages/gallery.ts'
import type { TenantTable } from '../table/tenant.ts'
import { pageOfMessages, type StoredMessage } from './message.ts'

/** The messages that are read for one page at most, and at a time. */
const READ_MAX = 600
const READ_AT_ONCE = 100

/**
 * A page of a conversation's messages of one kind, the newest first. Reads 600 messages at most, so that a page may have
 * less than `limit` messages, or none, although another page follows.
 * @param before the place at which the page before ended
 */
export async function pageOfGallery(
  table: TenantTable,
  { connectionId, chat }: { connectionId: string; chat: Chat },
  kind: GalleryKind,
  before: string | undefined,
  limit: number,
): Promise<StorePage<StoredMessage>> {
  const rows: StoredMessage[] = []
  let place = before
  for (let read = 0; read < READ_MAX; read += READ_AT_ONCE) {
    const page = await pageOfMessages(table, connectionId, chat, { before: place, limit: READ_AT_ONCE })
    for (const message of page.rows) {
      if (!isInGallery(message, kind)) continue
      rows.push(message)
      if (rows.length === limit) return { rows, after: message.sk }
    }
    if (page.after === undefined) return { rows }
    place = page.after
  }
  return { rows, ...(place !== undefined && { after: place }) }
}
