import { pageOfPartition } from '../table/pages.ts'
import { allRows, committed, type Key, partition, putRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type NoticeKind, UNREAD_NOTICES_MAX } from './notice.ts'

/**
 * A notice of one user. It names the ticket and colleagues, never the customer: what it shows of the customer is read
 * with the ticket. So it holds nothing of a customer that an erasure would have to find.
 */
export interface StoredNotice {
  /** Follows from the cause: a cause that is handled again writes the same row. */
  id: string
  userId: string
  kind: NoticeKind
  ticketId: string | null
  /** The colleague who caused it. */
  userName?: string
  /** ISO 8601. */
  at: string
  readAt?: string
}

/** Notices are kept this long, in seconds (part 4 §3). */
const KEPT_SECONDS = 90 * 24 * 3600

const PARTITION = partition<StoredNotice>('NOTICES')

const noticeKey = (userId: string, id: string): Key<StoredNotice> => ({
  pk: PARTITION,
  sk: `${userId}#${id}`,
})

/** The write of a notice, for the transaction of its cause. */
export function noticeWrite(notice: StoredNotice): Write {
  const expiresAt = Math.floor(Date.parse(notice.at) / 1000) + KEPT_SECONDS
  return putRow({ ...notice, ...noticeKey(notice.userId, notice.id), expiresAt })
}

/** Writes a notice behind its cause. @returns false if it was written before */
export function putNotice(table: TenantTable, notice: StoredNotice): Promise<boolean> {
  const expiresAt = Math.floor(Date.parse(notice.at) / 1000) + KEPT_SECONDS
  const row = { ...notice, ...noticeKey(notice.userId, notice.id), expiresAt }
  return committed(table.put<StoredNotice>(row, { pk: { exists: false } }))
}

/** A user's notices, newest first. */
export const pageOfNotices = (
  table: TenantTable,
  userId: string,
  { after, limit }: { after?: string | undefined; limit: number },
) => pageOfPartition(table, { pk: PARTITION, prefix: `${userId}#`, after, limit, descending: true })

/** Notices marked at the same time. */
const AT_ONCE = 25

const UNREAD = { readAt: { exists: false } } as const

/** Unread notices of a user, exact up to `UNREAD_NOTICES_MAX`. */
export async function countUnread(table: TenantTable, userId: string): Promise<number> {
  let count = 0
  const query = { pk: PARTITION, prefix: `${userId}#`, filter: UNREAD, descending: true }
  for await (const _ of allRows(table, query)) {
    count += 1
    if (count === UNREAD_NOTICES_MAX) break
  }
  return count
}

/**
 * Marks a user's notices as read; all of them without ids. Unknown ids are ignored.
 * @param at ISO 8601
 */
export async function readNotices(
  table: TenantTable,
  userId: string,
  ids: readonly string[] | undefined,
  at: string,
): Promise<void> {
  const toRead = ids ?? (await unreadIds(table, userId))
  const known = { pk: { exists: true }, ...UNREAD } as const
  for (let from = 0; from < toRead.length; from += AT_ONCE)
    await Promise.all(
      toRead
        .slice(from, from + AT_ONCE)
        .map((id) => committed(table.update(noticeKey(userId, id), { set: { readAt: at } }, known))),
    )
}

async function unreadIds(table: TenantTable, userId: string): Promise<string[]> {
  const ids: string[] = []
  const query = { pk: PARTITION, prefix: `${userId}#`, filter: UNREAD, consistent: true }
  for await (const { id } of allRows(table, query)) ids.push(id)
  return ids
}

/** Deletes all notices of a deleted user. */
export async function forgetNoticesOf(table: TenantTable, userId: string): Promise<void> {
  const keys: Key[] = []
  for await (const { pk, sk } of allRows(table, { pk: PARTITION, prefix: `${userId}#`, consistent: true }))
    keys.push({ pk, sk })
  await table.deleteMany(keys)
}
