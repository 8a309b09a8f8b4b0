import type { Company } from '@recado/shared/companies/company'
import type { StoredConnection } from '@recado/shared/connections/store'
import { type Key, keyIn } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'

/**
 * Step of a move. `stopping` and `copying` can be abandoned. From `unlinking` on the accounts lose their keys, and from
 * `opening` on the company works at the target.
 */
type Step = 'stopping' | 'copying' | 'unlinking' | 'opening' | 'moved'

/** A move, a row of the source's platform: the next run of the command continues it. */
export interface Move {
  companyId: string
  /** The target's address. */
  to: string
  step: Step
  /** The company before the move. */
  before: Pick<Company, 'status' | 'archived' | 'archivedAt'>
  /** The connections that were open, and how. */
  connections: Pick<StoredConnection, 'id' | 'status' | 'statusReason' | 'number'>[]
  /** The campaigns that the move has paused. */
  campaigns: string[]
  /** Version of the company since it was switched off. Another version means that an operator has changed it. */
  version?: number
  startedAt: string
}

/** A company on its way into a deployment, a row of the target's platform. */
export interface Arrival {
  companyId: string
  /** The source's address. */
  from: string
  startedAt: string
}

export const moveKey = (companyId: string): Key<Move> => keyIn('COMPANY-MOVES', companyId)
export const arrivalKey = (companyId: string): Key<Arrival> => keyIn('COMPANY-ARRIVALS', companyId)

/** Records how far a move has come. @returns the move with the change */
export async function recordMove(
  platform: TenantTable,
  move: Move,
  change: Partial<Omit<Move, 'companyId' | 'to'>>,
): Promise<Move> {
  const next = { ...move, ...change }
  await platform.put({ ...next, ...moveKey(move.companyId) })
  return next
}
