import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { PROTOCOL_DIGITS } from './protocols.ts'
import { TICKET_PROTOCOLS } from './ticket-lists.ts'
import { ticketsOfRows } from './tickets.ts'

/** The most tickets of one number that are looked at: each day may have one. */
const LOOKED_AT_MAX = 100

/**
 * The tickets with this protocol number, or with an end of it, newest first: `20261122-00041`, `1122-00041`, `00041`,
 * `41`. A number without its leading zeros is the same number.
 */
export async function ticketsOfProtocol(table: TenantTable, typed: string): Promise<StoredTicket[]> {
  const [, date = '', digits = ''] = /^(?:(\d{1,8})-)?(\d{1,9})$/.exec(typed) ?? []
  if (!digits) return []
  const number = digits.padStart(PROTOCOL_DIGITS, '0')
  const { rows } = await table.query({
    pk: TICKET_PROTOCOLS,
    prefix: `${number}-`,
    descending: true,
    limit: LOOKED_AT_MAX,
  })
  const tickets = await ticketsOfRows(table, rows)
  return tickets.filter(({ protocol }) => protocol.endsWith(`${date}-${number}`))
}
