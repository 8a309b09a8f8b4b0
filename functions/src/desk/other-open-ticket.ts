import { getConnection } from '@recado/shared/connections/store'
import { DomainError } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'

/** A contact's conversation has a live ticket already. The answer names its address only to users who may see it. */
export async function otherOpenTicket(actor: Actor, other: StoredTicket): Promise<DomainError> {
  const table = tableOf(actor.companyId)
  const [connection, queue, user] = await Promise.all([
    getConnection(table, other.whatsappId),
    other.queueId ? getTicketQueue(table, other.queueId) : undefined,
    other.userId ? getUser(table, other.userId) : undefined,
  ])
  const maySee = canSee(attendantOf(actor), sightOf(other, connection?.queueIds ?? []))
  const values = {
    userName: user?.name ?? '',
    queueName: queue?.name ?? '',
    ...(maySee && { uuid: other.uuid }),
  }
  const message = "There's already an open ticket for this contact."
  return new DomainError('conflict', 'ERR_OTHER_OPEN_TICKET', message, { values })
}
