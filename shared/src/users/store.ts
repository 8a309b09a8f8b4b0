import { emailIndex } from '../table/indexes.ts'
import { committed, type Key, type Table } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { User } from './user.ts'

export type StoredUser = User & { passwordHash: string }

export const userKey = (userId: string): Key => ({ pk: 'USERS', sk: userId })

export const getUser = (table: TenantTable, userId: string) => table.get<StoredUser>(userKey(userId))

/** Creates a user; its e-mail is unique on the platform. @returns false where somebody has that e-mail */
export const putUser = (table: TenantTable, user: StoredUser) =>
  committed(
    table.transact([
      { put: { ...user, ...userKey(user.id) }, when: { pk: { exists: false } } },
      {
        index: {
          put: emailIndex.put(user.email, { companyId: user.companyId, userId: user.id }),
          when: { pk: { exists: false } },
        },
      },
    ]),
  )

/** Whose e-mail this is, before the company is known: for signing in alone. */
export const findByEmail = (table: Table, email: string) =>
  table.get<{ companyId: string; userId: string }>(emailIndex.key(email))
