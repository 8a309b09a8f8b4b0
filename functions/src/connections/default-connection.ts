import { allConnections, connectionKey, type StoredConnection } from '@recado/shared/connections/store'
import { DomainError, notFound } from '@recado/shared/errors'
import { committed, type Write } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { stored } from './shown.ts'

/** Raised with everything that decides which connection is the default one. */
const DECISIONS = { pk: 'COMPANY', sk: 'DEFAULT-CONNECTION' }

/**
 * Decides anew which connection is the company's default one. All such decisions of a company happen one after
 * the other: each is a transaction that fails where another came between, and is then made from what is true by then.
 * @param choose the id of the default connection, undefined for none; called again after each failure
 * @param also writes that concern the connection of this id, made together with the decision
 * @returns the connections that are not the default one any more
 */
export async function decideDefault(
  table: TenantTable,
  now: string,
  choose: (connections: StoredConnection[]) => string | undefined,
  also?: { id: string; writes: Write[] },
): Promise<StoredConnection[]> {
  for (;;) {
    const decided = await table.get<{ times: number }>(DECISIONS)
    const connections = await allConnections(table)
    const chosen = choose(connections)
    const changing = connections.filter(
      ({ id, isDefault }) => isDefault !== (id === chosen) && id !== also?.id,
    )
    const written = table.transact([
      {
        put: { ...DECISIONS, times: (decided?.times ?? 0) + 1 },
        when: decided ? { times: decided.times } : { pk: { exists: false } },
      },
      ...changing.map(({ id, isDefault }) => ({
        update: connectionKey(id),
        change: { set: { isDefault: !isDefault, updatedAt: now } },
        when: { pk: { exists: true } },
      })),
      ...(also?.writes ?? []),
    ])
    if (await committed(written)) return changing.filter(({ isDefault }) => isDefault)
  }
}

export const defaultOf = (connections: readonly StoredConnection[]): string | undefined =>
  connections.find(({ isDefault }) => isDefault)?.id

/**
 * The connection that was asked for, or the company's default one.
 * @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function chosenOrDefault(companyId: string, connectionId: string | undefined): Promise<string> {
  if (connectionId !== undefined) return (await stored(companyId, connectionId)).id
  const found = defaultOf(await allConnections(tableOf(companyId)))
  if (!found) throw notFound('ERR_NO_DEF_WAPP_FOUND', 'There is no default WhatsApp connection')
  return found
}

/** While a company has connections, one of them stays the default one (part 3 §4). */
export function withoutDefault(connections: readonly StoredConnection[], connectionId: string): undefined {
  if (connections.every(({ id }) => id === connectionId)) return undefined
  throw new DomainError(
    'conflict',
    'ERR_NO_OTHER_WHATSAPP',
    'There must be at lest one default WhatsApp connection.',
  )
}
