import { getConnection, queuesOf, type StoredConnection } from '@recado/shared/connections/store'
import { notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { getTicket } from '@recado/shared/tickets/store/tickets'
import { ports, tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'

/** A ticket that the caller may see, with the connection it is on. */
export interface SeenTicket {
  ticket: StoredTicket
  /** undefined if it was deleted. */
  connection: StoredConnection | undefined
  /** The queues of its connection, the default one first. */
  queueIds: readonly string[]
}

/** @throws DomainError ERR_NO_TICKET_FOUND for an unknown ticket, and for one that the caller may not see */
export async function seenTicket(actor: Actor, ticketId: string): Promise<SeenTicket> {
  return seen(actor, await getTicket(tableOf(actor.companyId), ticketId))
}

/** @throws DomainError ERR_NO_TICKET_FOUND */
export async function seen(actor: Actor, ticket: StoredTicket | undefined): Promise<SeenTicket> {
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  const connection = await getConnection(tableOf(actor.companyId), ticket.whatsappId)
  const queueIds = queuesOf(connection)
  if (!canSee(attendantOf(actor), sightOf(ticket, queueIds))) throw notFound('ERR_NO_TICKET_FOUND')
  return { ticket, connection, queueIds }
}

/** The moment of a change. */
export const nowText = (): string => new Date(ports.now()).toISOString()
