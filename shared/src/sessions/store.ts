import { firstOf } from '../first-of.ts'
import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Login, SESSION_IDLE_SECONDS } from './session.ts'

/** A user's only session. */
export interface SessionRow {
  userId: string
  sid: string
  /** The refresh token in force. */
  generation: number
  /** When it came into force, in milliseconds since 1970. */
  rotatedAt: number
  startedAt: number
  /** The company's `sessionsVersion` when it began; 0 where there is none. */
  companyVersion?: number
}

export const sessionKey = (userId: string): Key => ({ pk: 'SESSIONS', sk: userId })

export const getSession = (table: TenantTable, userId: string) => table.get<SessionRow>(sessionKey(userId))

/** Begins a session; the user's earlier one ends with this write. */
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

/** The next refresh token comes into force. @returns false where another request was first */
export const rotateSession = (table: TenantTable, { userId, sid, generation }: SessionRow, now: number) =>
  committed(
    table.update(
      sessionKey(userId),
      { set: { generation: generation + 1, rotatedAt: now, ...expiry(now) } },
      { sid, generation },
    ),
  )

export const endSession = (table: TenantTable, userId: string, sid: string) =>
  committed(table.delete(sessionKey(userId), { sid }))

const expiry = (now: number) => ({ expiresAt: Math.floor(now / 1000) + SESSION_IDLE_SECONDS })

/** Sign-ins that a user is shown. */
const LOGINS_SHOWN = 5

export const loginsKey = (userId: string): Key => ({ pk: 'LOGINS', sk: userId })

/** Newest first. */
export const getLogins = async (table: TenantTable, userId: string): Promise<Login[]> =>
  (await table.get<{ logins: Login[] }>(loginsKey(userId)))?.logins ?? []

export async function addLogin(table: TenantTable, userId: string, login: Login): Promise<void> {
  const logins = firstOf([login, ...(await getLogins(table, userId))], LOGINS_SHOWN)
  await table.put({ ...loginsKey(userId), logins })
}
