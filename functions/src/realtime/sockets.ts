import type { SessionRow } from '@recado/shared/sessions/store'
import { sessionKey } from '@recado/shared/sessions/store'
import { allPartitions, type ListeningRow, listeningIndex, socketIndex } from '@recado/shared/table/indexes'
import { allRows, type Key } from '@recado/shared/table/table'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { supportOf } from '../sessions/actor.ts'

/** An open socket of a browser. */
export interface Socket {
  socketId: string
  /** The company whose events it gets. */
  companyId: string
  /** Where its user's account and session are: another one only with access for support. */
  homeCompanyId: string
  userId: string
  sid: string
  /** Milliseconds since 1970. */
  openedAt: number
}

/** API Gateway ends sockets after two hours; a row that was left behind goes soon after. In seconds. */
const KEPT_SECONDS = 3 * 3600

const socketKey = (socketId: string): Key => ({ pk: 'SOCKETS', sk: socketId })

export async function putSocket(socket: Socket): Promise<void> {
  const { companyId, socketId } = socket
  const expiresAt = Math.floor(ports.now() / 1000) + KEPT_SECONDS
  const index = { put: { ...socketIndex.key(socketId, companyId), companyId, expiresAt } }
  await tableOf(companyId).transact([{ put: { ...socket, ...socketKey(socketId), expiresAt } }, { index }])
  // Apart from the others, since all sockets of a company write this one.
  await ports.table.put(listeningIndex.put(companyId, expiresAt))
}

/** Companies that have had a socket lately: whoever has one now is among them. */
export async function listeningCompanies(): Promise<string[]> {
  const now = Math.floor(ports.now() / 1000)
  const companies: string[] = []
  for (const partition of allPartitions) {
    const rows = allRows<ListeningRow>(ports.table, { pk: listeningIndex.pk(partition), consistent: true })
    for await (const { companyId, expiresAt } of rows) if (expiresAt > now) companies.push(companyId)
  }
  return companies
}

/** A socket of which only its id is known. */
export async function findSocket(socketId: string): Promise<Socket | undefined> {
  for await (const { companyId } of allRows<{ companyId: string }>(ports.table, {
    pk: socketIndex.pk(socketId),
    consistent: true,
  })) {
    const socket = await tableOf(companyId).get<Socket>(socketKey(socketId))
    if (socket) return socket
  }
  return undefined
}

/** Forgets a socket of which only its id is known. */
export async function forgetSocket(socketId: string): Promise<void> {
  for await (const { companyId } of allRows<{ companyId: string }>(ports.table, {
    pk: socketIndex.pk(socketId),
  })) {
    await tableOf(companyId).transact([
      { delete: socketKey(socketId) },
      { index: { delete: socketIndex.key(socketId, companyId) } },
    ])
  }
}

/**
 * The company's sockets whose session still holds, and whose access for support does where it is by that that
 * they are here. The others are returned apart.
 */
export async function socketsOf(companyId: string): Promise<{ live: Socket[]; stale: Socket[] }> {
  const sockets: Socket[] = []
  for await (const row of allRows<Socket>(tableOf(companyId), { pk: 'SOCKETS', consistent: true }))
    sockets.push(row)
  const byHome = Map.groupBy(sockets, ({ homeCompanyId }) => homeCompanyId)
  const live: Socket[] = []
  for (const [home, theirs] of byHome) {
    const holds =
      home === companyId ? await sessionsHold(home, theirs) : await supportHolds(companyId, home, theirs)
    live.push(...theirs.filter(holds))
  }
  return { live, stale: sockets.filter((socket) => !live.includes(socket)) }
}

type Holds = (socket: Socket) => boolean

async function sessionsHold(home: string, sockets: readonly Socket[]): Promise<Holds> {
  const sessions = await tableOf(home).getMany<SessionRow>(usersOf(sockets).map(sessionKey))
  const sidOf = new Map(sessions.map(({ userId, sid }) => [userId, sid]))
  return ({ userId, sid }) => sidOf.get(userId) === sid
}

async function supportHolds(companyId: string, home: string, sockets: readonly Socket[]): Promise<Holds> {
  const inSession = await sessionsHold(home, sockets)
  const users = await tableOf(home).getMany<StoredUser>(usersOf(sockets).map(userKey))
  const now = ports.now()
  const admitted = new Set(
    users.filter((user) => supportOf(user, now)?.companyId === companyId).map(({ id }) => id),
  )
  return (socket) => inSession(socket) && admitted.has(socket.userId)
}

const usersOf = (sockets: readonly Socket[]) => [...new Set(sockets.map(({ userId }) => userId))]
