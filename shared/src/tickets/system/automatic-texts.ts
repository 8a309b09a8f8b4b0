import { type Connection, isLinked } from '../../connections/connection.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { isQuietContact } from './quiet-contact.ts'

/** Knows whether all sending of a company is stopped. */
export interface SendingState {
  isSendingStopped(): Promise<boolean>
}

/**
 * Whether a ticket's customer gets the automatic texts about its transfer and its end, and the question for a rate.
 * There is none while it could not leave, because the connection is not linked or all sending is stopped, and none for
 * a contact without automatic messages. The ticket changes all the same.
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
