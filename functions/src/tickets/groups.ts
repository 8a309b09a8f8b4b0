import { notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed } from '@recado/shared/table/table'
import { getTicketQueue, joinQueueWrite } from '@recado/shared/ticket-queues/store'
import {
  isLive,
  nextRevision,
  type StoredTicket,
  shownTicket,
} from '@recado/shared/tickets/contract/stored-ticket'
import type { GroupChange, GroupSettings, Ticket } from '@recado/shared/tickets/contract/ticket'
import { ticketChanged } from '@recado/shared/tickets/live/watchers'
import { getGroupSettings, groupSettingsWrite } from '@recado/shared/tickets/store/group-settings'
import { ticketWrites } from '@recado/shared/tickets/store/tickets'
import { tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { refusalOf } from './refusals.ts'
import { nowText, seenTicket } from './seen-ticket.ts'

/**
 * Mutes a group, or names the queues that see it (part 4 §5). It is a setting of the group, so the conversation shows no
 * event; the audit trail names who changed it.
 * @throws DomainError ERR_TICKET_CHANGED for the ticket of one person, and for a group whose connection was deleted
 */
export async function changeGroup(actor: Actor, ticketId: string, change: GroupChange): Promise<Ticket> {
  await requireQueues(actor, change.queueIds ?? [])
  return retrying(
    tableOf(actor.companyId),
    async () => (await seenTicket(actor, ticketId)).ticket,
    async (ticket) => {
      if (!ticket.isGroup || !isLive(ticket)) throw await refusalOf(actor, { code: 'ERR_TICKET_CHANGED' })
      const group = changed(ticket.group, change)
      return isSame(group, ticket.group) ? shownTicket(ticket) : save(actor, ticket, group)
    },
  )
}

const changed = (before: GroupSettings | null, { muted, queueIds }: GroupChange): GroupSettings => ({
  muted: muted ?? before?.muted ?? false,
  queueIds: queueIds ? [...new Set(queueIds)] : (before?.queueIds ?? []),
})

const isSame = (one: GroupSettings, other: GroupSettings | null): boolean =>
  one.muted === other?.muted &&
  one.queueIds.length === other.queueIds.length &&
  one.queueIds.every((id) => other.queueIds.includes(id))

async function save(
  actor: Actor,
  ticket: StoredTicket,
  group: GroupSettings,
): Promise<Ticket | typeof AGAIN> {
  const table = tableOf(actor.companyId)
  const after: StoredTicket = { ...ticket, group, updatedAt: nowText() }
  const settings = await getGroupSettings(table, ticket.whatsappId, ticket.chat)
  const added = group.queueIds.filter((id) => !ticket.group?.queueIds.includes(id))
  const writes = [
    ...ticketWrites(table, ticket, after),
    groupSettingsWrite(ticket, group, settings),
    ...added.map(joinQueueWrite),
  ]
  if (!(await committed(table.transact(writes)))) {
    await requireQueues(actor, added)
    return AGAIN
  }
  await ticketChanged(ticketWatchers(actor.companyId), ticket, after)
  return shownTicket({ ...after, revision: nextRevision(ticket) })
}

/** @throws DomainError ERR_NO_QUEUE_FOUND */
async function requireQueues({ companyId }: Actor, queueIds: readonly string[]): Promise<void> {
  const queues = await Promise.all(queueIds.map((id) => getTicketQueue(tableOf(companyId), id)))
  if (queues.includes(undefined)) throw notFound('ERR_NO_QUEUE_FOUND')
}
