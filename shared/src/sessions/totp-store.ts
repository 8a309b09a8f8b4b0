import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { userKey } from '../users/store.ts'

/** What stands between a password and a session. */
export interface TotpRow {
  /** The secret, sealed; base64. */
  sealed: string
  /** Whether it counts: a code of it was given. */
  on: boolean
  /** The step of the last code that was taken. */
  lastStep: number
  /** Digests of the recovery codes that are left. */
  recovery: string[]
  /** How many of them were used. */
  used: number
}

export const totpKey = (userId: string): Key => ({ pk: 'TOTP', sk: userId })

export const getTotp = (table: TenantTable, userId: string) => table.get<TotpRow>(totpKey(userId))

/** A secret that does not count yet; an earlier one that never counted is forgotten. @returns false where one counts */
export const putPendingTotp = (table: TenantTable, userId: string, sealed: string) =>
  committed(
    table.put({ ...totpKey(userId), sealed, on: false, lastStep: 0, recovery: [], used: 0 }, [
      { pk: { exists: false } },
      { on: false },
    ]),
  )

/** From now on the secret counts. @returns false where it is not the pending one any more */
export const turnTotpOn = (
  table: TenantTable,
  userId: string,
  { sealed, lastStep, recovery }: Pick<TotpRow, 'sealed' | 'lastStep' | 'recovery'>,
) =>
  committed(
    table.transact([
      {
        update: totpKey(userId),
        change: { set: { on: true, lastStep, recovery } },
        when: { sealed, on: false },
      },
      { update: userKey(userId), change: { set: { totp: true } }, when: { pk: { exists: true } } },
    ]),
  )

export const turnTotpOff = (table: TenantTable, userId: string) =>
  table.transact([
    { delete: totpKey(userId) },
    { update: userKey(userId), change: { set: { totp: false } }, when: { pk: { exists: true } } },
  ])

/** Takes a code of this step. @returns false where it, or a later one, was taken before */
export const takeStep = (table: TenantTable, userId: string, step: number) =>
  committed(
    table.update(totpKey(userId), { set: { lastStep: step } }, { on: true, lastStep: { below: step } }),
  )

/** Takes a recovery code. @returns false where another one was taken meanwhile */
export const takeRecoveryCode = (
  table: TenantTable,
  userId: string,
  { recovery, used }: TotpRow,
  digest: string,
) =>
  committed(
    table.update(
      totpKey(userId),
      { set: { recovery: recovery.filter((one) => one !== digest) }, add: { used: 1 } },
      { on: true, used },
    ),
  )
