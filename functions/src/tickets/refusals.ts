import { getConnection } from '@recado/shared/connections/store'
import { DomainError } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Refusal } from '@recado/shared/tickets/rules/machine'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'

export const invalid = (path: string, code: string) =>
  new DomainError('invalid', 'ERR_VALIDATION', 'The request does not fit this call', {
    details: [{ path, code }],
  })

/** The answer for a change that the rules of tickets refuse. */
export async function refusalOf(actor: Actor, refusal: Refusal): Promise<DomainError> {
  switch (refusal.code) {
    case 'ERR_TICKET_TAKEN': {
      const userName = await nameOf(actor, refusal.userId)
      const message = 'A colleague attends to this ticket'
      return new DomainError('conflict', 'ERR_TICKET_TAKEN', message, { values: { userName } })
    }
    case 'ERR_NEW_MESSAGES': {
      const { count } = refusal
      const message = 'The customer wrote again'
      return new DomainError('conflict', 'ERR_NEW_MESSAGES', message, { values: { count } })
    }
    case 'ERR_TICKET_CHANGED':
      return new DomainError('conflict', 'ERR_TICKET_CHANGED', 'The ticket is not in that state')
    case 'ERR_QUEUE_NEEDED':
      return new DomainError('conflict', 'ERR_QUEUE_NEEDED', 'The ticket needs a queue first')
    case 'ERR_VALIDATION':
      return invalid(refusal.path, 'not_taken_here')
  }
}

/** A contact's conversation has a live ticket already. The answer names its address only to users who may see it. */
export async function otherOpenTicket(actor: Actor, other: StoredTicket): Promise<DomainError> {
  const table = tableOf(actor.companyId)
  const [connection, queue, userName] = await Promise.all([
    getConnection(table, other.whatsappId),
    other.queueId ? getTicketQueue(table, other.queueId) : undefined,
    nameOf(actor, other.userId),
  ])
  const maySee = canSee(attendantOf(actor), sightOf(other, connection?.queueIds ?? []))
  const values = { userName, queueName: queue?.name ?? '', ...(maySee && { uuid: other.uuid }) }
  const message = "There's already an open ticket for this contact."
  return new DomainError('conflict', 'ERR_OTHER_OPEN_TICKET', message, { values })
}

async function nameOf({ companyId }: Actor, userId: string | null): Promise<string> {
  const user = userId ? await getUser(tableOf(companyId), userId) : undefined
  return user?.name ?? ''
}
