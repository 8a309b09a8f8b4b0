import type { Company } from '@recado/shared/companies/company'
import { isOverdue } from '@recado/shared/companies/overdue'
import { getCompany } from '@recado/shared/companies/store'
import type { StoredConnection } from '@recado/shared/connections/store'
import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import { messagesSince } from '@recado/shared/conversations/message'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Farewell } from '@recado/shared/tickets/rules/apply-change'
import { isCustomerUnreached } from '@recado/shared/tickets/rules/customer-unreached'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import type { Saying } from '@recado/shared/tickets/system/automatic-message'
import { getsAutomaticTexts } from '@recado/shared/tickets/system/automatic-texts'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import type { SeenTicket } from './seen-ticket.ts'

/** The question where a connection has no text of its own. */
const ASKS_FOR_A_RATE = 'De 1 a 5, como você avalia o nosso atendimento?'

/** What the customer is told of a change. */
export interface Words {
  farewell: Farewell
  says?: Saying
}

const NOTHING: Words = { farewell: 'nothing' }

/**
 * What the customer is told at the end of a ticket, or of a transfer. Nothing while it would not leave: a customer who was
 * not asked gives no rate, and the text about a transfer is left to the next one.
 */
export async function wordsOf(
  { companyId }: Actor,
  { ticket, connection }: SeenTicket,
  wanted: RequestedChange,
  settings: Pick<DeskSettings, 'transferMessage'>,
): Promise<Words> {
  const table = tableOf(companyId)
  const company = await getCompany(table)
  if (!company || !connection) return NOTHING
  const words =
    wanted.kind === 'transfer'
      ? ofTransfer(company, ticket, settings)
      : await ofEnd(company, ticket, connection, wanted)
  if (!words.says) return NOTHING
  const isTold = await getsAutomaticTexts(table, connection, ticket, ticketWatchers(companyId))
  return isTold ? words : NOTHING
}

/** The company's text about a transfer, once per ticket (part 4 §4, row 6). */
function ofTransfer(
  company: Company,
  { transferTold }: StoredTicket,
  { transferMessage: text }: Pick<DeskSettings, 'transferMessage'>,
): Words {
  if (!text || transferTold || isOverdue(company, ports.now())) return NOTHING
  return { farewell: 'nothing', says: { auto: 'queue', text } }
}

/**
 * The question for a rate, or the completion message (part 4 §5). A customer who rated the ticket before its reopening
 * is not asked again: a second rate is an ordinary message (part 4 §16), and a new question would erase the first one.
 */
async function ofEnd(
  company: Company,
  ticket: StoredTicket,
  { ratingMessage, complationMessage: text }: StoredConnection,
  wanted: RequestedChange,
): Promise<Words> {
  if (wanted.kind !== 'close' || wanted.silent) return NOTHING
  const table = tableOf(company.id)
  if (await isUnreached(table, ticket)) return NOTHING
  const asksForRate = company.userRating === 'enabled' && ticket.personWrote && !ticket.rating?.rate
  if (asksForRate && !(await isChatBlocked(table, ticket.chat)))
    return { farewell: 'rating', says: { auto: 'rating', text: ratingMessage || ASKS_FOR_A_RATE } }
  return text ? { farewell: 'completion', says: { auto: 'completion', text } } : NOTHING
}

/** Reads messages only of a ticket in which the customer wrote nothing. @see isCustomerUnreached */
async function isUnreached(table: TenantTable, ticket: StoredTicket): Promise<boolean> {
  if (ticket.inboundSeq > 0) return false
  const { whatsappId, chat, createdAt } = ticket
  // A scheduled message may stand at the very moment of the beginning.
  const before = new Date(Date.parse(createdAt) - 1).toISOString()
  return isCustomerUnreached(ticket, await messagesSince(table, whatsappId, chat, before), ports.now())
}
