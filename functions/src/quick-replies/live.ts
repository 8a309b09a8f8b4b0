import { quickReplyOf, type StoredQuickReply } from '@recado/shared/quick-replies/store'
import type { LiveEvent, Sight } from '@recado/shared/realtime/events'
import { publish } from '../context.ts'

/**
 * Publishes a new or changed reply to those who may use it. Users who lose it with this change get its deletion.
 * @param before undefined for a new reply
 */
export const publishReply = (before: StoredQuickReply | undefined, after: StoredQuickReply): Promise<void> =>
  publish({
    ...addressOf(after),
    topic: 'quickMessage',
    action: before ? 'update' : 'create',
    body: { record: quickReplyOf(after) },
    sight: { before: before ? sightOf(before) : null, now: sightOf(after) },
  })

/** Publishes a deletion to those who could use the reply. */
export const publishDeletion = (reply: StoredQuickReply): Promise<void> =>
  publish({
    ...addressOf(reply),
    topic: 'quickMessage',
    action: 'delete',
    body: { id: reply.id },
    sight: { before: null, now: sightOf(reply) },
  })

/** A user's own reply goes to that user's browsers only. */
const addressOf = ({ companyId, ownerId }: StoredQuickReply): Pick<LiveEvent, 'companyId' | 'userId'> => ({
  companyId,
  ...(ownerId && { userId: ownerId }),
})

/** The users of these queues; all users if there are none. */
const sightOf = ({ queueIds }: StoredQuickReply): Sight => ({
  queueId: null,
  userId: null,
  preferredUserId: null,
  inTriage: false,
  connectionQueueIds: [],
  groupQueueIds: queueIds,
})
