import { type Connection, isLinked } from '../../connections/connection.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { isQuietContact } from './quiet-contact.ts'

/** Knows whether all sending of a company is stopped. */
export interface SendingState {
  isSendingStopped(): Promise<boolean>
}

/**
 * Whether the customer of a ticket is told what becomes of it: its transfer, its end, and the question for a rate. Nothing is
 * told while the text would not leave, because the connection is not linked or all sending is stopped, and nothing to a contact
 * who gets no automatic messages. The ticket changes all the same, without a word.
 * @param connection undefined if it was deleted
 */
export async function getsAutomaticTexts(
  table: TenantTable,
  connection: Pick<Connection, 'status'> | undefined,
  { chat }: Pick<StoredTicket, 'chat'>,
  { isSendingStopped }: SendingState,
): Promise<boolean> {
  if (!isLinked(connection) || (await isSendingStopped())) return false
  return !(await isQuietContact(table, chat))
}
