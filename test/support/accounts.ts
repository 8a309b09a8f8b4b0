import { hashPassword } from '@recado/functions/credentials/password'
import { Exchange } from '@recado/functions/http/exchange'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { putUser, type StoredUser } from '@recado/shared/users/store'

// Accounts for tests that call functions without a system.

export const PASSWORD = 'uma senha boa'
/** Cheap, because a sign-in computes it with its own cost. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** A stored admin who can sign in with {@link PASSWORD}. */
export async function anAccount(
  table: Table,
  companyId: string,
  overrides: Partial<StoredUser> = {},
): Promise<StoredUser> {
  const id = newId()
  const user: StoredUser = {
    id,
    companyId,
    name: 'Ana Souza',
    email: `${id.toLowerCase()}@exemplo.test`,
    profile: 'admin',
    super: false,
    createdAt: new Date().toISOString(),
    passwordHash: await hashPassword(PASSWORD, CHEAP),
    ...overrides,
  }
  await putUser(new TenantTable(table, companyId), user)
  return user
}

/** The caller of a call, in their own company. */
export const actorOf = ({ id, companyId, name, profile, super: isSuper }: StoredUser): Actor => ({
  userId: id,
  companyId,
  homeCompanyId: companyId,
  sid: 'sid',
  name,
  profile,
  queueIds: [],
  super: isSuper,
  campaignsEnabled: true,
  overdueFrom: null,
  support: null,
})

/** An exchange from an address. */
export function anExchange(sourceIp = '198.51.100.1'): Exchange {
  const requestContext = { requestId: newId(), http: { sourceIp } }
  return new Exchange({ headers: {}, requestContext } as never)
}
