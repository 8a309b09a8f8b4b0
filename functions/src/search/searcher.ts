import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { tableOf } from '../context.ts'
import { attendantOf, sightOn } from '../credentials/attendant.ts'

/** The caller of a search, with the rights that limit the results. */
export interface Searcher {
  table: TenantTable
  /** Whether the caller may see a ticket. */
  sees(ticket: StoredTicket): boolean
  /** Whether the caller sees a conversation's earlier tickets, if they see one of its tickets (`historyVisibility`). */
  seesHistory: boolean
}

export async function loadSearcher(actor: Actor): Promise<Searcher> {
  const table = tableOf(actor.companyId)
  const [sees, { historyVisibility }] = await Promise.all([sightOn(actor), getDeskSettings(table)])
  return {
    table,
    sees,
    seesHistory: attendantOf(actor).seesAll || historyVisibility === 'all',
  }
}
