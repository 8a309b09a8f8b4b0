import { committed, deleteRow, type Key, keyIn, updateRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { userKey } from '../users/store.ts'

/** A user's second step of sign-in. */
export interface TotpRow {
  /** The secret, sealed; base64. */
  sealed: string
  /** Whether it is active: the user has entered a code of it. */
  on: boolean
  /** The step of the last accepted code. */
  lastStep: number
  /** Digests of the unused recovery codes. */
  recovery: string[]
  /** The number of used recovery codes. */
  used: number
}

export const totpKey = (userId: string): Key<TotpRow> => keyIn('TOTP', userId)

export const getTotp = (table: TenantTable, userId: string) => table.get(totpKey(userId))

/** Stores a pending secret in place of an earlier pending one. @returns false if an active one exists */
export const putPendingTotp = (table: TenantTable, userId: string, sealed: string) =>
  committed(
    table.put({ ...totpKey(userId), sealed, on: false, lastStep: 0, recovery: [], used: 0 }, [
      { pk: { exists: false } },
      { on: false },
    ]),
  )

/** Activates the pending secret. @returns false if it is not the pending one any more */
export const turnTotpOn = (
  table: TenantTable,
  userId: string,
  { sealed, lastStep, recovery }: Pick<TotpRow, 'sealed' | 'lastStep' | 'recovery'>,
) =>
  committed(
    table.transact([
      updateRow(totpKey(userId), { set: { on: true, lastStep, recovery } }, { sealed, on: false }),
      updateRow(userKey(userId), { set: { totp: true } }, { pk: { exists: true } }),
    ]),
  )

export const turnTotpOff = (table: TenantTable, userId: string) =>
  table.transact([
    deleteRow(totpKey(userId)),
    updateRow(userKey(userId), { set: { totp: false } }, { pk: { exists: true } }),
  ])

/** Accepts a code of this step. @returns false if this or a later code was accepted before */
export const takeStep = (table: TenantTable, userId: string, step: number) =>
  committed(
    table.transact([
      updateRow(totpKey(userId), { set: { lastStep: step } }, { on: true, lastStep: { below: step } }),
    ]),
  )

/** Accepts a recovery code. @returns false if another one was accepted meanwhile */
export const takeRecoveryCode = (
  table: TenantTable,
  userId: string,
  { recovery, used }: TotpRow,
  digest: string,
) =>
  committed(
    table.transact([
      updateRow(
        totpKey(userId),
        { set: { recovery: recovery.filter((one) => one !== digest) }, add: { used: 1 } },
        { on: true, used },
      ),
    ]),
  )
