import { hasPermission, type Profile } from '../../access.ts'
import type { Sight } from '../../realtime/events.ts'
import type { Ticket } from '../contract/ticket.ts'

/** A user as {@link canSee} looks at them. */
export interface Viewer {
  userId: string
  /** `tickets-manager:showall`. */
  seesAll: boolean
  queueIds: readonly string[]
}

/** A user with the rights by which {@link canSee} decides. Users of earlier versions have no queues stored. */
export const viewerOf = (
  userId: string,
  { profile, queueIds = [] }: { profile: Profile; queueIds?: readonly string[] },
): Viewer => ({ userId, queueIds, seesAll: hasPermission(profile, 'tickets-manager:showall') })

/** The parts of a ticket that decide who may see it. */
export type Seen = Pick<Ticket, 'queueId' | 'userId' | 'preferredUserId' | 'isGroup' | 'group' | 'bot'>

/** @param connectionQueueIds the queues of the ticket's connection; empty if the connection was deleted */
export const sightOf = (
  { queueId, userId, preferredUserId, isGroup, group, bot }: Seen,
  connectionQueueIds: readonly string[],
): Sight => ({
  queueId,
  userId,
  preferredUserId,
  inTriage: bot?.step === 'menu',
  connectionQueueIds: [...connectionQueueIds],
  groupQueueIds: isGroup ? (group?.queueIds ?? []) : null,
})

/** Whether a user may see a ticket (part 4 §7). A ticket that one may not see does not exist for them. */
export function canSee({ userId, seesAll, queueIds }: Viewer, sight: Sight): boolean {
  if (seesAll) return true
  const isMine = (queueId: string) => queueIds.includes(queueId)
  const { groupQueueIds, connectionQueueIds } = sight
  if (groupQueueIds) return groupQueueIds.length === 0 || groupQueueIds.some(isMine)
  if (sight.userId === userId || sight.preferredUserId === userId) return true
  if (sight.queueId) return isMine(sight.queueId)
  return connectionQueueIds.length === 0 || (sight.inTriage && connectionQueueIds.some(isMine))
}
