import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Integration } from './integration.ts'

/** What is stored of a company's link. */
export interface StoredIntegration extends Pick<Integration, 'status' | 'updatedAt' | 'connectedAt'> {
  /** The sealed token, base64; null where none is kept. */
  sealed: string | null
  lastFour: string | null
  /** Another one with each token: what is learned of an older token changes nothing. */
  link: string | null
}

const KEY: Key = { pk: 'COMPANY', sk: 'INTEGRATION' }

const NONE: StoredIntegration = {
  status: 'DISABLED',
  updatedAt: null,
  connectedAt: null,
  sealed: null,
  lastFour: null,
  link: null,
}

/** What the row does not hold has never been. */
export const getStoredIntegration = async (table: TenantTable): Promise<StoredIntegration> => ({
  ...NONE,
  ...(await table.get<StoredIntegration>(KEY)),
})

export const putIntegration = (table: TenantTable, stored: StoredIntegration): Promise<void> =>
  table.put({ ...stored, ...KEY })

/** Puts a link back as it was before a check that came to nothing. @returns false where it is another one since */
export const restoreIntegration = (table: TenantTable, before: StoredIntegration): Promise<boolean> =>
  committed(table.put({ ...before, ...KEY }, { status: 'PENDING' }))

/** Says that a token is being checked, where there is none that works. @returns false where there is one */
export const beginCheckOfToken = (table: TenantTable, updatedAt: string): Promise<boolean> =>
  committed(
    table.update(KEY, { set: { status: 'PENDING', updatedAt } }, [
      { pk: { exists: false } },
      { status: { in: ['DISABLED', 'PENDING', 'PAUSED'] } },
    ]),
  )

/** Pauses a link whose token the platform refuses. @returns false where it has another token since, or none */
export const pauseIntegration = (table: TenantTable, link: string, updatedAt: string): Promise<boolean> =>
  committed(table.update(KEY, { set: { status: 'PAUSED', updatedAt } }, { link, status: 'ENABLED' }))
