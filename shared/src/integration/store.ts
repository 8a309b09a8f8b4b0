import { committed, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Integration } from './integration.ts'

/** A company's stored link. */
export interface StoredIntegration extends Pick<Integration, 'status' | 'updatedAt' | 'connectedAt'> {
  /** The sealed token, base64; null if none is stored. */
  sealed: string | null
  lastFour: string | null
  /** Changes with each token: results about an older token change nothing. */
  link: string | null
}

const KEY = keyIn<StoredIntegration>('COMPANY', 'INTEGRATION')

const NONE: StoredIntegration = {
  status: 'DISABLED',
  updatedAt: null,
  connectedAt: null,
  sealed: null,
  lastFour: null,
  link: null,
}

/** Missing attributes get their defaults. */
export const getStoredIntegration = async (table: TenantTable): Promise<StoredIntegration> => ({
  ...NONE,
  ...(await table.get(KEY)),
})

export const putIntegration = (table: TenantTable, stored: StoredIntegration): Promise<void> =>
  table.put({ ...stored, ...KEY })

/** Restores a link after a failed check. @returns false if it has changed since */
export const restoreIntegration = (table: TenantTable, before: StoredIntegration): Promise<boolean> =>
  committed(table.put({ ...before, ...KEY }, { status: 'PENDING' }))

/** Marks a token as being checked, unless a valid one exists. @returns false if there is one */
export const beginCheckOfToken = (table: TenantTable, updatedAt: string): Promise<boolean> =>
  committed(
    table.update(KEY, { set: { status: 'PENDING', updatedAt } }, [
      { pk: { exists: false } },
      { status: { in: ['DISABLED', 'PENDING', 'PAUSED'] } },
    ]),
  )

/** Pauses a link whose token the platform refuses. @returns false if its token has changed or was removed */
export const pauseIntegration = (table: TenantTable, link: string, updatedAt: string): Promise<boolean> =>
  committed(table.update(KEY, { set: { status: 'PAUSED', updatedAt } }, { link, status: 'ENABLED' }))
