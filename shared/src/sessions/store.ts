import { firstOf } from '../first-of.ts'
import { committed, deleteRow, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Login, SESSION_IDLE_SECONDS } from './session.ts'

/** A user's only session. */
export interface SessionRow {
  userId: string
  sid: string
  /** The number of the current refresh token. */
  generation: number
  /** When it became current, in milliseconds since 1970. */
  rotatedAt: number
  startedAt: number
  /** The company's `sessionsVersion` at the start of the session; missing counts as 0. */
  companyVersion?: number
}

export const sessionKey = (userId: string): Key<SessionRow> => keyIn('SESSIONS', userId)

export const getSession = (table: TenantTable, userId: string) => table.get(sessionKey(userId))

/** Starts a session; this write ends the user's earlier one. */
export const putSession = (
  table: TenantTable,
  { userId, sid, companyVersion }: Required<Pick<SessionRow, 'userId' | 'sid' | 'companyVersion'>>,
  now: number,
) =>
  table.put({
    ...sessionKey(userId),
    userId,
    sid,
    companyVersion,
    generation: 1,
    rotatedAt: now,
    startedAt: now,
    ...expiry(now),
  })

/** Makes the next refresh token current. @returns false if another request came first */
export const rotateSession = (table: TenantTable, { userId, sid, generation }: SessionRow, now: number) =>
  committed(
    table.update(
      sessionKey(userId),
      { set: { generation: generation + 1, rotatedAt: now, ...expiry(now) } },
      { sid, generation },
    ),
  )

export const endSession = (table: TenantTable, userId: string, sid: string) =>
  committed(table.transact([deleteRow(sessionKey(userId), { sid })]))

const expiry = (now: number) => ({ expiresAt: Math.floor(now / 1000) + SESSION_IDLE_SECONDS })

/** The number of shown sign-ins. */
const LOGINS_SHOWN = 5

interface LoginsRow {
  logins: Login[]
}

export const loginsKey = (userId: string): Key<LoginsRow> => keyIn('LOGINS', userId)

/** Newest first. */
export const getLogins = async (table: TenantTable, userId: string): Promise<Login[]> =>
  (await table.get(loginsKey(userId)))?.logins ?? []

export async function addLogin(table: TenantTable, userId: string, login: Login): Promise<void> {
  const logins = firstOf([login, ...(await getLogins(table, userId))], LOGINS_SHOWN)
  await table.put({ ...loginsKey(userId), logins })
}
