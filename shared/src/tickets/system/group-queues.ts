import { notFound } from '../../errors/errors.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getTicketQueue, joinQueueWrite } from '../../ticket-queues/store.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { GroupSettings } from '../contract/ticket.ts'
import { type TicketWatchers, ticketChanged } from '../live/watchers.ts'
import {
  getGroupSettings,
  groupSettingsWrite,
  groupsSeenBy,
  type StoredGroupSettings,
} from '../store/group-settings.ts'
import { liveTicket, ticketWrites } from '../store/tickets.ts'

/**
 * Whether a queue is the only one that sees some group. Such a queue is in use: without it the group would be open to
 * everybody without a decision.
 */
export const isOnlyQueueOfGroup = async (table: TenantTable, queueId: string): Promise<boolean> =>
  (await groupsSeenBy(table, queueId)).some(({ queueIds }) => queueIds.every((each) => each === queueId))

/**
 * Takes a queue out of the groups that it sees, before it is deleted. Run again it changes the rest.
 * @param successorId the queue that sees them instead; without one, groups that only this queue sees stay as they are
 * @throws DomainError ERR_NO_QUEUE_FOUND if the successor is deleted meanwhile
 */
export async function leaveGroups(
  watchers: TicketWatchers,
  queueId: string,
  successorId?: string,
): Promise<void> {
  for (const { connectionId, chat } of await groupsSeenBy(watchers.table, queueId))
    await changeGroupSettings(watchers, connectionId, chat, ({ queueIds, ...settings }) => {
      const others = queueIds.filter((each) => each !== queueId && each !== successorId)
      const left = successorId ? [...others, successorId] : others
      const isChanged = queueIds.includes(queueId) && left.length > 0
      return isChanged ? { ...settings, queueIds: left } : undefined
    })
}

/** Changes the settings of a group and the copy in its live ticket, if it has one, in one transaction. */
const changeGroupSettings = (
  watchers: TicketWatchers,
  connectionId: string,
  chat: string,
  change: (settings: StoredGroupSettings) => GroupSettings | undefined,
): Promise<void> =>
  retrying(
    watchers.table,
    async () => ({
      ticket: await liveTicket(watchers.table, connectionId, chat),
      settings: await getGroupSettings(watchers.table, connectionId, chat),
    }),
    async ({ ticket, settings }) => {
      const changed = settings && change(settings)
      if (!changed) return undefined
      const { table } = watchers
      const group = { muted: changed.muted, queueIds: changed.queueIds }
      const at = new Date(watchers.now()).toISOString()
      const after: StoredTicket | undefined = ticket && { ...ticket, group, updatedAt: at }
      const added = group.queueIds.filter((id) => !settings.queueIds.includes(id))
      const writes = [
        groupSettingsWrite({ whatsappId: connectionId, chat }, group, settings),
        ...(after ? ticketWrites(table, ticket, after) : []),
        ...added.map(joinQueueWrite),
      ]
      if (!(await committed(table.transact(writes)))) {
        const queues = await Promise.all(added.map((id) => getTicketQueue(table, id)))
        if (queues.includes(undefined)) throw notFound('ERR_NO_QUEUE_FOUND')
        return AGAIN
      }
      if (after) await ticketChanged(watchers, ticket, after)
    },
  )
