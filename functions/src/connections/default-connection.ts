import { allConnections, connectionKey, type StoredConnection } from '@recado/shared/connections/store'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed, keyIn, putRow, updateRow, type Write } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'
import { requireConnection } from './shown.ts'

/** A version that each decision about the default connection raises. */
const DECISIONS = keyIn<{ times: number }>('COMPANY', 'DEFAULT-CONNECTION')

/**
 * Decides which connection is the company's default. A company's decisions are serialised: each is a transaction
 * that fails after a concurrent one, and is then made again from fresh rows.
 * @param choose returns the default connection's id, undefined for none; called again after each failure
 * @param also writes for the connection of this id, in the same transaction; made again after each failure
 * @returns the connections that are no longer the default
 */
export async function decideDefault(
  table: TenantTable,
  now: string,
  choose: (connections: StoredConnection[]) => string | undefined,
  also?: { id: string; writes: () => Promise<Write[]> },
): Promise<StoredConnection[]> {
  const read = () => table.get(DECISIONS)
  return retrying(table, read, async (decided) => {
    const connections = await allConnections(table)
    const chosen = choose(connections)
    const more = (await also?.writes()) ?? []
    const changing = connections.filter(
      ({ id, isDefault }) => isDefault !== (id === chosen) && id !== also?.id,
    )
    const written = table.transact([
      putRow(
        { ...DECISIONS, times: (decided?.times ?? 0) + 1 },
        decided ? { times: decided.times } : { pk: { exists: false } },
      ),
      ...changing.map(({ id, isDefault }) =>
        updateRow(
          connectionKey(id),
          { set: { isDefault: !isDefault, updatedAt: now } },
          { pk: { exists: true } },
        ),
      ),
      ...more,
    ])
    return (await committed(written)) ? changing.filter(({ isDefault }) => isDefault) : AGAIN
  })
}

export const defaultOf = (connections: readonly StoredConnection[]): string | undefined =>
  connections.find(({ isDefault }) => isDefault)?.id

/**
 * The requested connection, or the company's default.
 * @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function chosenOrDefault(companyId: string, connectionId: string | undefined): Promise<string> {
  if (connectionId !== undefined) return (await requireConnection(companyId, connectionId)).id
  const found = defaultOf(await allConnections(tableOf(companyId)))
  if (!found) throw notFound('ERR_NO_DEF_WAPP_FOUND', 'There is no default WhatsApp connection')
  return found
}

/** A company with connections always keeps a default one (part 3 §4). */
export function withoutDefault(connections: readonly StoredConnection[], connectionId: string): undefined {
  if (connections.every(({ id }) => id === connectionId)) return undefined
  throw new DomainError(
    'conflict',
    'ERR_NO_OTHER_WHATSAPP',
    'There must be at lest one default WhatsApp connection.',
  )
}
