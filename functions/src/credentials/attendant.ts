import { DomainError } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { TicketActor } from '@recado/shared/tickets/rules/machine'
import { viewerOf } from '@recado/shared/tickets/rules/sight'
import { visibleTo } from '@recado/shared/tickets/store/visible-tickets'
import { tableOf } from '../context.ts'

/** The caller as the rules of tickets look at them. */
export const attendantOf = (actor: Actor): TicketActor => viewerOf(actor.userId, actor)

/**
 * Refuses access for support: only users of the company attend to customers.
 * @throws DomainError ERR_NO_PERMISSION
 */
export function requireAttendant({ support }: Actor): void {
  if (support)
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Access for support cannot attend to customers')
}

/** Which tickets the caller may see: for many of them, since all connections are read once. */
export const sightOn = (actor: Actor): Promise<(ticket: StoredTicket) => boolean> =>
  visibleTo(tableOf(actor.companyId), attendantOf(actor))
