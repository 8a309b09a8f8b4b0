import { sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import type { Company } from '@recado/shared/companies/company'
import { isOverdue } from '@recado/shared/companies/overdue'
import { getCompany } from '@recado/shared/companies/store'
import type { StoredConnection } from '@recado/shared/connections/store'
import { isChatBlocked } from '@recado/shared/contact-blocks/store'
import type { Actor } from '@recado/shared/sessions/session'
import type { DeskSettings } from '@recado/shared/tickets/contract/desk-settings'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Farewell } from '@recado/shared/tickets/rules/apply-change'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import type { Saying } from '@recado/shared/tickets/system/automatic-message'
import { isQuietContact } from '@recado/shared/tickets/system/quiet-contact'
import { ports, tableOf } from '../context.ts'
import { isLinked } from './may-write.ts'
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
  const company = await getCompany(tableOf(companyId))
  if (!company || !connection) return NOTHING
  const words =
    wanted.kind === 'transfer'
      ? ofTransfer(company, ticket, settings)
      : await ofEnd(company, ticket, connection, wanted)
  return words.says && (await isTold(companyId, connection, ticket)) ? words : NOTHING
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

/** The question for a rate, or the completion message (part 4 §5). */
async function ofEnd(
  company: Company,
  { personWrote, chat }: StoredTicket,
  { ratingMessage, complationMessage: text }: StoredConnection,
  wanted: RequestedChange,
): Promise<Words> {
  if (wanted.kind !== 'close' || wanted.silent) return NOTHING
  const asksForRate = company.userRating === 'enabled' && personWrote
  if (asksForRate && !(await isChatBlocked(tableOf(company.id), chat)))
    return { farewell: 'rating', says: { auto: 'rating', text: ratingMessage || ASKS_FOR_A_RATE } }
  return text ? { farewell: 'completion', says: { auto: 'completion', text } } : NOTHING
}

/** Whether the customer gets automatic messages, and one would leave. */
async function isTold(
  companyId: string,
  connection: StoredConnection,
  { chat }: Pick<StoredTicket, 'chat'>,
): Promise<boolean> {
  if (!isLinked(connection) || (await sendingStopOf(ports, companyId, ports.now()))) return false
  return !(await isQuietContact(tableOf(companyId), chat))
}
