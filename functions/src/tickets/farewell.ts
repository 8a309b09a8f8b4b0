import { sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import { isOverdue } from '@recado/shared/companies/overdue'
import { getCompany } from '@recado/shared/companies/store'
import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import type { Automatic } from '@recado/shared/messages/origin'
import type { Actor } from '@recado/shared/sessions/session'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import type { Farewell } from '@recado/shared/tickets/rules/apply-change'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import { ports, tableOf } from '../context.ts'
import { isLinked } from './may-write.ts'
import type { SeenTicket } from './seen-ticket.ts'

/** The question where a connection has no text of its own. */
const ASKS_FOR_A_RATE = 'De 1 a 5, como você avalia o nosso atendimento?'

interface Said {
  farewell: Farewell
  text?: string
  auto?: Automatic
}

const NOTHING: Said = { farewell: 'nothing' }

/**
 * What the customer is told at the end of a ticket: the question for a rate, or the completion message (part 4 §5). Nothing
 * while it would not leave: a customer who was not asked gives no rate.
 */
export async function farewellOf(
  { companyId }: Actor,
  { ticket, connection }: SeenTicket,
  wanted: RequestedChange,
): Promise<Said> {
  if (wanted.kind !== 'close' || wanted.silent || !connection) return NOTHING
  if (!isLinked(connection) || (await sendingStopOf(ports, companyId, ports.now()))) return NOTHING
  const table = tableOf(companyId)
  const company = await getCompany(table)
  if (!company) return NOTHING
  const asksForRate = company.userRating === 'enabled' && ticket.personWrote
  if (asksForRate && !(await isChatBlocked(table, ticket.chat)))
    return { farewell: 'rating', auto: 'rating', text: connection.ratingMessage || ASKS_FOR_A_RATE }
  const { complationMessage: text } = connection
  return text ? { farewell: 'completion', auto: 'completion', text } : NOTHING
}

/** What the customer is told at a transfer, once per ticket (part 4 §4, row 6); undefined for nothing. */
export async function transferWords(
  { companyId }: Actor,
  { connection, ticket }: SeenTicket,
  wanted: RequestedChange,
  { transferMessage }: Pick<DeskSettings, 'transferMessage'>,
): Promise<string | undefined> {
  if (wanted.kind !== 'transfer' || !connection || ticket.transferTold) return undefined
  const company = await getCompany(tableOf(companyId))
  return company && !isOverdue(company, ports.now()) ? (transferMessage ?? undefined) : undefined
}
