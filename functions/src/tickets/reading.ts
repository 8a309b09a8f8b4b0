import { invalidField } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { type StoredTicket, shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { DraftInput, ReadInput, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { ticketChanged } from '@recado/shared/tickets/live/watchers'
import * as drafts from '@recado/shared/tickets/store/drafts'
import { ticketOfUuid, writeTicket } from '@recado/shared/tickets/store/tickets'
import { sendReadReceipts } from '@recado/shared/tickets/system/reading'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { type SeenTicket, seen, seenTicket } from './seen-ticket.ts'

export const get = async (actor: Actor, ticketId: string): Promise<TicketWithDraft> =>
  withDraft(actor, await seenTicket(actor, ticketId))

export const getByUuid = async (actor: Actor, uuid: string): Promise<TicketWithDraft> =>
  withDraft(actor, await seen(actor, await ticketOfUuid(tableOf(actor.companyId), uuid)))

const withDraft = async (actor: Actor, { ticket }: SeenTicket): Promise<TicketWithDraft> => ({
  ...shownTicket(ticket),
  draft: await drafts.getDraft(tableOf(actor.companyId), ticket.id, actor.userId),
})

/**
 * Marks messages as read for the ticket's attendant; in a group for every user who sees it. A call by other users changes
 * nothing, so that they can look at a colleague's ticket.
 * @throws DomainError ERR_VALIDATION for a message that has not come yet
 */
export async function read(actor: Actor, ticketId: string, input: ReadInput): Promise<undefined> {
  const table = tableOf(actor.companyId)
  await retrying(
    table,
    () => seenTicket(actor, ticketId),
    async ({ ticket, connection }) => {
      const readSeq = readSeqAfter(ticket, input)
      if (!mayRead(actor, ticket) || readSeq === ticket.readSeq) return undefined
      const ticks = connection?.readReceipts === 'attending' && !ticket.isGroup
      const receiptSeq = ticks ? Math.max(ticket.receiptSeq, readSeq) : ticket.receiptSeq
      const after = { ...ticket, readSeq, receiptSeq }
      // Queued first: ticks that are sent twice change nothing, and a failure after the write would lose them.
      await sendReadReceipts(table, ports.queues, ticket, ticket.receiptSeq, receiptSeq)
      if (!(await writeTicket(table, ticket, after))) return AGAIN
      await ticketChanged(ticketWatchers(actor.companyId), ticket, after)
    },
  )
}

const mayRead = ({ userId }: Actor, ticket: StoredTicket): boolean =>
  ticket.isGroup || (ticket.status === 'open' && ticket.userId === userId)

function readSeqAfter({ readSeq, inboundSeq }: StoredTicket, { seq }: ReadInput): number {
  if (seq === undefined) return Math.max(0, inboundSeq - 1)
  if (seq > inboundSeq) throw invalidField('seq', 'too_big', 'There is no such message yet')
  return Math.max(readSeq, seq)
}

export async function saveDraft(
  actor: Actor,
  ticketId: string,
  { quoted, ...written }: DraftInput,
): Promise<undefined> {
  const { ticket } = await seenTicket(actor, ticketId)
  const draft = { ...written, quoted: quoted ?? null }
  await drafts.saveDraft(tableOf(actor.companyId), ticket.id, actor.userId, draft, ports.now())
}
