import { firstIdOf } from '../ids.ts'
import { pageOfPartition } from '../table/pages.ts'
import {
  allRows,
  committed,
  type Key,
  keyIn,
  partition,
  putRow,
  type Query,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type NoticeAbout, type NoticeKind, UNREAD_NOTICES_MAX } from './notice.ts'
import { noticeSettingsKey } from './settings-store.ts'

/**
 * A notice of one user. It names the ticket, colleagues, connections, campaigns and lists, never the customer: what it
 * shows of the customer is read with the ticket. So it holds nothing of a customer that an erasure would have to find.
 */
export interface StoredNotice {
  /** Follows from the cause: a cause that is handled again writes the same row. */
  id: string
  userId: string
  kind: NoticeKind
  ticketId: string | null
  /** The colleague who caused it. */
  userName?: string
  about?: NoticeAbout
  /** ISO 8601. */
  at: string
  readAt?: string
  /** When a mail about it was written. */
  mailedAt?: string
  /** The queue's id of the job that wrote it. */
  mailedBy?: string
  /** Digest of the secret in that mail, with which its reader switches such mails off. */
  stopDigest?: string
}

/** Notices are kept this long, in seconds (part 4 §3). */
const KEPT_SECONDS = 90 * 24 * 3600

const PARTITION = partition<StoredNotice>('NOTICES')

const noticeKey = (userId: string, id: string): Key<StoredNotice> => ({
  pk: PARTITION,
  sk: `${userId}#${id}`,
})

/** The write of a notice, for the transaction of its cause. */
export const noticeWrite = (notice: StoredNotice): Write => putRow(rowOf(notice))

/** Writes a notice behind its cause. @returns false if it was written before */
export const putNotice = (table: TenantTable, notice: StoredNotice): Promise<boolean> =>
  committed(table.put<StoredNotice>(rowOf(notice), { pk: { exists: false } }))

const rowOf = (notice: StoredNotice) => ({
  ...notice,
  ...noticeKey(notice.userId, notice.id),
  expiresAt: expiryOf(notice),
})

const expiryOf = ({ at }: { at: string }): number => Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS

/** The last time that a user was told of a subject. */
interface Told {
  /** Milliseconds since 1970. */
  at: number
  /** Since when the subject is in the state that was told. */
  since: string
}

/** A user is told of one subject once in this time, in milliseconds. */
const TOLD_EVERY_MS = 3_600_000

const toldKey = (userId: string, kind: NoticeKind, subject: string): Key<Told> =>
  keyIn('NOTICES-TOLD', `${userId}#${kind}#${subject}`)

/**
 * Writes a notice, unless its user was told of the subject within the hour, or of this state of it ever.
 * @param subject what it is about, such as a connection
 * @param since sorts by time: since when the subject is in this state; '' if that is unknown
 * @returns false if it was not written now
 */
export function tellOnce(
  table: TenantTable,
  notice: StoredNotice,
  { subject, since }: { subject: string; since: string },
): Promise<boolean> {
  const at = Date.parse(notice.at)
  const told = { ...toldKey(notice.userId, notice.kind, subject), at, since, expiresAt: expiryOf(notice) }
  const isNew = [
    { pk: { exists: false } },
    { at: { below: at - TOLD_EVERY_MS + 1 }, since: { below: since } },
  ] as const
  return committed(table.transact([putRow<Told>(told, isNew), noticeWrite(notice)]))
}

export const getNotice = (table: TenantTable, userId: string, id: string) => table.get(noticeKey(userId, id))

/**
 * Notes that a notice is mailed.
 * @returns false if there is no such notice, or if another job mails it. The same job has died behind its note, or did not get
 * the answer to it, and goes on
 */
export const claimMail = (
  table: TenantTable,
  userId: string,
  id: string,
  mail: Required<Pick<StoredNotice, 'mailedAt' | 'mailedBy' | 'stopDigest'>>,
): Promise<boolean> =>
  committed(
    table.update(noticeKey(userId, id), { set: mail }, [
      { pk: { exists: true }, mailedAt: { exists: false } },
      { mailedBy: mail.mailedBy },
    ]),
  )

/** Takes the note back, because the mail was not accepted. */
export const giveUpMail = (table: TenantTable, userId: string, id: string): Promise<boolean> =>
  committed(
    table.update(noticeKey(userId, id), { remove: ['mailedAt', 'mailedBy'] }, { pk: { exists: true } }),
  )

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
  await markRead(table, userId, ids ?? (await unreadIds(table, userId)), at)
}

/** The unread notices of a user about a ticket. */
interface AboutTicket {
  ticketId: string
  kinds: readonly NoticeKind[]
  /** When the ticket began, ISO 8601: its notices are newer. */
  since: string
}

/**
 * Marks a user's notices about a ticket as read. Reads the user's notices since the ticket began.
 * @param at ISO 8601
 * @returns the ids of the notices that were unread
 */
export async function readNoticesAbout(
  table: TenantTable,
  userId: string,
  { ticketId, kinds, since }: AboutTicket,
  at: string,
): Promise<string[]> {
  const after = noticeKey(userId, firstIdOf(Date.parse(since))).sk
  const unread = await unreadIds(table, userId, { after, filter: { ticketId, kind: { in: kinds } } })
  await markRead(table, userId, unread, at)
  return unread
}

async function markRead(
  table: TenantTable,
  userId: string,
  toRead: readonly string[],
  at: string,
): Promise<void> {
  const known = { pk: { exists: true }, ...UNREAD } as const
  for (let from = 0; from < toRead.length; from += AT_ONCE)
    await Promise.all(
      toRead
        .slice(from, from + AT_ONCE)
        .map((id) => committed(table.update(noticeKey(userId, id), { set: { readAt: at } }, known))),
    )
}

/** @param among restricts the notices; by default all of the user */
async function unreadIds(
  table: TenantTable,
  userId: string,
  among: Pick<Query<StoredNotice>, 'after' | 'filter'> = {},
): Promise<string[]> {
  const ids: string[] = []
  const filter = { ...among.filter, ...UNREAD }
  const query = { ...among, pk: PARTITION, prefix: `${userId}#`, filter, consistent: true }
  for await (const { id } of allRows(table, query)) ids.push(id)
  return ids
}

/** Deletes all notices of a deleted user, and how the user wanted to be told. */
export async function forgetNoticesOf(table: TenantTable, userId: string): Promise<void> {
  const keys: Key[] = [noticeSettingsKey(userId)]
  const prefix = `${userId}#`
  for (const pk of [PARTITION, toldKey(userId, 'plan', '').pk])
    for await (const row of allRows<object>(table, { pk, prefix, consistent: true }))
      keys.push({ pk: row.pk, sk: row.sk })
  await table.deleteMany(keys)
}
