import { hasPermission } from '@recado/shared/access'
import { DomainError, invalidField, notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import type {
  QuickReply,
  QuickReplyChange,
  QuickReplyInput,
  ReplyScope,
} from '@recado/shared/quick-replies/quick-reply'
import {
  deleteQuickReply,
  getQuickReply,
  mayUse,
  pageOfQuickReplies,
  putQuickReply,
  quickReplyOf,
  type ReplyUser,
  replaceQuickReply,
  type StoredQuickReply,
} from '@recado/shared/quick-replies/store'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { ports, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { publishDeletion, publishReply } from './live.ts'
import { forgetReplyFile, keepReplyFile } from './reply-files.ts'

export async function page(actor: Actor, query: PageQuery) {
  const { companyId, userId } = actor
  const search = query.searchParam ?? ''
  const { rows, ...end } = await pageOf([companyId, 'quick-replies', userId, search], query, (after, limit) =>
    pageOfQuickReplies(tableOf(companyId), userOf(actor), { search, after, limit }),
  )
  return { records: rows.map(quickReplyOf), ...end }
}

export const get = async (actor: Actor, id: string): Promise<QuickReply> =>
  quickReplyOf(await find(actor, id))

/**
 * @throws DomainError ERR_DUPLICATED_SHORTCODE, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION; of its file ERR_NO_FILE,
 * ERR_UPLOAD_TOO_LARGE, ERR_MEDIA_TYPE
 */
export async function create(actor: Actor, input: QuickReplyInput): Promise<QuickReply> {
  const { companyId, userId } = actor
  requireMayManage(actor, input.scope)
  const { scope, shortcode, message } = input
  const queueIds = await existing(actor, input.queueIds ?? [])
  const media = input.media ? await keepReplyFile(companyId, input.media) : null
  const now = new Date(ports.now()).toISOString()
  const reply: StoredQuickReply = {
    id: newId(),
    companyId,
    ownerId: scope === 'user' ? userId : null,
    shortcode,
    message,
    scope,
    queueIds,
    media,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  const outcome = await putQuickReply(tableOf(companyId), reply)
  if (outcome !== 'written') await forgetReplyFile(companyId, media)
  requireUnique(outcome)
  await publishReply(undefined, reply)
  return quickReplyOf(reply)
}

/** Changes a reply. The last save wins. @throws DomainError ERR_NO_QUICK_REPLY_FOUND, and as {@link create} */
export const update = (actor: Actor, id: string, change: QuickReplyChange): Promise<QuickReply> =>
  retrying(
    tableOf(actor.companyId),
    () => find(actor, id),
    (read) => changeRead(actor, read, change),
  )

async function changeRead(
  actor: Actor,
  read: StoredQuickReply,
  change: QuickReplyChange,
): Promise<QuickReply | typeof AGAIN> {
  const { companyId } = actor
  requireMayManage(actor, read.scope)
  const { shortcode, message } = change
  const queueIds = change.queueIds ? await existing(actor, change.queueIds, read.queueIds) : read.queueIds
  if ((read.scope === 'queue') !== queueIds.length > 0) throw queuesRefused()
  const media = await changedMedia(read, change.media)
  const updatedAt = new Date(ports.now()).toISOString()
  const reply = { ...read, shortcode, message, queueIds, media, updatedAt }
  const outcome = await replaceQuickReply(tableOf(companyId), read, reply)
  const isReplaced = media?.mediaId !== read.media?.mediaId
  if (isReplaced) await forgetReplyFile(companyId, outcome === 'written' ? read.media : media)
  if (outcome === 'changed') return AGAIN
  requireUnique(outcome)
  await publishReply(read, reply)
  return quickReplyOf(reply)
}

/** The file that a reply has after a change. */
async function changedMedia(
  { companyId, media = null }: StoredQuickReply,
  wanted: QuickReplyChange['media'],
): Promise<StoredQuickReply['media']> {
  if (wanted === undefined || wanted?.mediaId === media?.mediaId) return media
  return wanted && keepReplyFile(companyId, wanted)
}

/** @throws DomainError ERR_NO_QUICK_REPLY_FOUND, ERR_NO_PERMISSION */
export async function remove(actor: Actor, id: string): Promise<undefined> {
  const table = tableOf(actor.companyId)
  const removed = await retrying(
    table,
    () => find(actor, id),
    async (read) => {
      requireMayManage(actor, read.scope)
      // Before the row, which a repeated call finds it by.
      await forgetReplyFile(actor.companyId, read.media)
      return (await deleteQuickReply(table, read)) === 'changed' ? AGAIN : read
    },
  )
  await publishDeletion(removed)
}

/** A reply that one may not use does not exist for the caller. */
async function find(actor: Actor, id: string): Promise<StoredQuickReply> {
  const reply = await getQuickReply(tableOf(actor.companyId), actor.userId, id)
  if (!reply || !mayUse(userOf(actor), reply)) throw notFound('ERR_NO_QUICK_REPLY_FOUND')
  return reply
}

const managesAll = ({ profile }: Actor): boolean => hasPermission(profile, 'drawer-admin-items:view')

const userOf = (actor: Actor): ReplyUser => ({
  userId: actor.userId,
  queueIds: actor.queueIds,
  seesAll: managesAll(actor),
})

/** A user who is there for support has no replies of their own in the company. */
function requireMayManage(actor: Actor, scope: ReplyScope): void {
  if (scope === 'user' ? !actor.support : managesAll(actor)) return
  throw new DomainError(
    'forbidden',
    'ERR_NO_PERMISSION',
    'Only an admin manages replies of more than one user',
  )
}

/**
 * The wanted queues that exist.
 * @param before the reply's queues before the change; deleted queues are dropped
 * @throws DomainError ERR_NO_QUEUE_FOUND
 */
async function existing(
  { companyId }: Actor,
  wanted: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(wanted)]
  const queues = await Promise.all(ids.map((queueId) => getTicketQueue(tableOf(companyId), queueId)))
  const missing = ids.filter((_, at) => !queues[at])
  if (missing.some((queueId) => !before.includes(queueId))) throw notFound('ERR_NO_QUEUE_FOUND')
  return ids.filter((queueId) => !missing.includes(queueId))
}

const queuesRefused = () =>
  invalidField('queueIds', 'queues_of_scope', 'Queues belong to replies of queues only')

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  throw new DomainError(
    'conflict',
    'ERR_DUPLICATED_SHORTCODE',
    'Another reply of this scope has the shortcode',
  )
}
