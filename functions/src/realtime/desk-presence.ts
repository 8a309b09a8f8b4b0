import { getConnection } from '@recado/shared/connections/store'
import { canSee, sightOf, viewerOf } from '@recado/shared/tickets/rules/sight'
import { getTicket } from '@recado/shared/tickets/store/tickets'
import { getUser } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import type { DeskFrame } from './client-frame.ts'
import { countDeskFrame, type Socket } from './sockets.ts'

/**
 * Publishes what a user does with a ticket to the users who see it, and shows the customer that its attendant is typing,
 * if the connection is to show that. Without effect for a ticket that the user may not see, for users who are there for
 * support, and for a frame too soon after the socket's last one.
 */
export async function showDeskPresence(socket: Socket, { ticketId, state }: DeskFrame): Promise<void> {
  const { companyId, homeCompanyId, userId } = socket
  if (companyId !== homeCompanyId || !(await countDeskFrame(socket, ports.now()))) return
  const table = tableOf(companyId)
  const [ticket, user] = await Promise.all([getTicket(table, ticketId), getUser(table, userId)])
  if (!ticket || !user) return
  const connection = await getConnection(table, ticket.whatsappId)
  const sight = sightOf(ticket, connection?.queueIds ?? [])
  if (!canSee(viewerOf(userId, user), sight)) return
  const body = { id: ticketId, user: { id: userId, name: user.name }, state }
  await publish({ companyId, topic: 'ticket', action: 'presence', body, sight: { before: null, now: sight } })
  const attends = ticket.status === 'open' && (ticket.isGroup || ticket.userId === userId)
  if (state !== 'typing' || !attends || !connection?.showTyping) return
  const [{ whatsappId: connectionId, chat }, at] = [ticket, ports.now()]
  await ports.queues.command(
    { kind: 'typing', companyId, connectionId, chat, at },
    `typing-${ticketId}-${at}`,
  )
}
