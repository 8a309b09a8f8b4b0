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
  /** Changes with each attempt to connect: after a later one, or a disconnect, it stores nothing. */
  attempt?: string
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

/** Begins an attempt to connect, which supersedes attempts under way. @returns the link so far */
export const beginAttempt = async (table: TenantTable, attempt: string): Promise<StoredIntegration> => ({
  ...NONE,
  ...(await table.update(KEY, { set: { attempt } })),
})

/** Stores the link that an attempt made. @returns false after a later attempt, or a disconnect */
export const completeAttempt = (
  table: TenantTable,
  stored: StoredIntegration & { attempt: string },
): Promise<boolean> => committed(table.put({ ...stored, ...KEY }, { attempt: stored.attempt }))

/** Restores a link after a failed check. @returns false if it has changed since */
export const restoreIntegration = (
  table: TenantTable,
  before: StoredIntegration & { attempt: string },
): Promise<boolean> =>
  committed(table.put({ ...before, ...KEY }, { status: 'PENDING', attempt: before.attempt }))

/** Marks a token as being checked, unless a valid one exists. @returns false if there is one, or after a later change */
export const beginCheckOfToken = (table: TenantTable, attempt: string, updatedAt: string): Promise<boolean> =>
  committed(
    table.update(KEY, { set: { status: 'PENDING', updatedAt } }, [
      { attempt, status: { exists: false } },
      { attempt, status: { in: ['DISABLED', 'PENDING', 'PAUSED'] } },
    ]),
  )

/** Pauses a link whose token the platform refuses. @returns false if its token has changed or was removed */
export const pauseIntegration = (table: TenantTable, link: string, updatedAt: string): Promise<boolean> =>
  committed(table.update(KEY, { set: { status: 'PAUSED', updatedAt } }, { link, status: 'ENABLED' }))
