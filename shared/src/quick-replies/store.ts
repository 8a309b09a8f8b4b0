import { firstOf } from '../first-of.ts'
import { rowsInStrides } from '../table/pages.ts'
import { allRows, deleteRow, type Key, partition, putRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { type QuickReply, quickReply } from './quick-reply.ts'

export type StoredQuickReply = QuickReply & {
  companyId: string
  /** The author of a reply with the scope `user`, else null. */
  ownerId: string | null
  /** Raised by every change. */
  revision: number
}

/** The user who looks at quick replies. */
export interface ReplyUser {
  userId: string
  /** Sees the replies of all queues, to manage them. */
  seesAll: boolean
  queueIds: readonly string[]
}

const PARTITION = partition<StoredQuickReply>('QUICK-REPLIES')
/** The partition that makes shortcodes unique in their scope. */
const REPLY_NAMES = 'QUICK-REPLY-NAMES'
/** In place of the owner: replies of the company and of queues. No user has this id. */
const SHARED = 'shared'

const replyKey = (ownerId: string | null, id: string): Key<StoredQuickReply> => ({
  pk: PARTITION,
  sk: `${ownerId ?? SHARED}#${id}`,
})

/** A reply of the company, of any queue, or of this user's own; undefined for a reply of another user's own. */
export async function getQuickReply(
  table: TenantTable,
  userId: string,
  id: string,
): Promise<StoredQuickReply | undefined> {
  const [found] = await table.getMany([replyKey(userId, id), replyKey(null, id)])
  return found
}

/** Whether a user may use a quick reply. */
export const mayUse = (
  { userId, seesAll, queueIds }: ReplyUser,
  { scope, ownerId, queueIds: theirs }: Pick<StoredQuickReply, 'scope' | 'ownerId' | 'queueIds'>,
): boolean => {
  if (scope === 'user') return ownerId === userId
  return scope === 'company' || seesAll || theirs.some((queueId) => queueIds.includes(queueId))
}

interface PageRequest {
  /** In lower case; looked for in shortcodes and texts. */
  search: string
  /** The sort key of the last reply of the page before. */
  after?: string | undefined
  limit: number
}

/** Replies that a user may use: their own, then the shared ones, each newest first. */
export async function pageOfQuickReplies(
  table: TenantTable,
  user: ReplyUser,
  { search, after, limit }: PageRequest,
): Promise<{ rows: StoredQuickReply[]; after?: string }> {
  const found: { row: StoredQuickReply; sk: string }[] = []
  const owners = after?.startsWith(`${SHARED}#`) ? [SHARED] : [user.userId, SHARED]
  for (const owner of owners) {
    const prefix = `${owner}#`
    const from = after?.startsWith(prefix) ? after : undefined
    const query = { pk: PARTITION, prefix, after: from, descending: true }
    // One row more than requested tells whether there is a next page.
    for await (const row of rowsInStrides(table, query, limit + 1)) {
      if (mayUse(user, row) && isFound(row, search)) found.push({ row, sk: row.sk })
      if (found.length > limit) break
    }
    if (found.length > limit) break
  }
  const page = firstOf(found, limit)
  const last = page.at(-1)
  return { rows: page.map(({ row }) => row), ...(found.length > limit && last && { after: last.sk }) }
}

const isFound = ({ shortcode, message }: QuickReply, search: string): boolean =>
  search === '' || shortcode.includes(search) || message.toLowerCase().includes(search)

/** Refused if another reply of the same scope has the shortcode. */
export const putQuickReply = (table: TenantTable, reply: StoredQuickReply): Promise<Outcome> =>
  writeHolder(table, putRow({ ...reply, ...replyKey(reply.ownerId, reply.id) }, { pk: { exists: false } }), {
    id: reply.id,
    before: [],
    after: namesOf(reply),
  })

/** Replaces a reply, if it is unchanged since it was read; its former shortcode becomes free. */
export const replaceQuickReply = (
  table: TenantTable,
  read: StoredQuickReply,
  reply: StoredQuickReply,
): Promise<Outcome> => {
  const row = { ...reply, revision: read.revision + 1, ...replyKey(read.ownerId, read.id) }
  return writeHolder(table, putRow(row, { revision: read.revision }), {
    id: read.id,
    before: namesOf(read),
    after: namesOf(reply),
  })
}

/** Deletes a reply, if it is unchanged since it was read. */
export const deleteQuickReply = (table: TenantTable, read: StoredQuickReply): Promise<Outcome> =>
  writeHolder(table, deleteRow(replyKey(read.ownerId, read.id), { revision: read.revision }), {
    id: read.id,
    before: namesOf(read),
    after: [],
  })

/**
 * Deletes all replies of a deleted user's own.
 * @param forgetFile deletes a file of a reply
 */
export async function forgetQuickRepliesOf(
  table: TenantTable,
  userId: string,
  forgetFile: (mediaId: string) => Promise<void>,
): Promise<void> {
  const query = { pk: PARTITION, prefix: `${userId}#`, consistent: true }
  for await (const reply of allRows(table, query)) {
    // Before the row, which a repeated call finds it by.
    if (reply.media) await forgetFile(reply.media.mediaId)
    await deleteQuickReply(table, reply)
  }
}

/** A reply as the API answers it; other attributes of the row stay internal. */
export const quickReplyOf = (row: StoredQuickReply): QuickReply => quickReply.parse(row)

/** A reply for queues holds its shortcode in each of them. */
function namesOf({ scope, ownerId, queueIds, shortcode }: StoredQuickReply): UniqueValue[] {
  const places =
    scope === 'queue'
      ? queueIds.map((queueId) => `queue#${queueId}`)
      : [scope === 'user' ? `user#${ownerId}` : scope]
  return places.map((place) => ({ of: REPLY_NAMES, value: `${place}#${shortcode}` }))
}
