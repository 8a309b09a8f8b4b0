import { allConnections } from '@recado/shared/connections/store'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { tableOf } from '../context.ts'
import { attendantOf } from '../tickets/seen-ticket.ts'

/** The caller of a search, with the rights that limit the results. */
export interface Searcher {
  table: TenantTable
  /** Whether the caller may see a ticket. */
  sees(ticket: StoredTicket): boolean
  /** Whether the caller sees earlier tickets of a conversation of which they see any ticket (`historyVisibility`). */
  seesHistory: boolean
}

export async function loadSearcher(actor: Actor): Promise<Searcher> {
  const table = tableOf(actor.companyId)
  const viewer = attendantOf(actor)
  const [connections, { historyVisibility }] = await Promise.all([
    allConnections(table),
    getDeskSettings(table),
  ])
  const queuesOf = new Map(connections.map(({ id, queueIds }) => [id, queueIds]))
  return {
    table,
    sees: (ticket) => canSee(viewer, sightOf(ticket, queuesOf.get(ticket.whatsappId) ?? [])),
    seesHistory: viewer.seesAll || historyVisibility === 'all',
  }
}
