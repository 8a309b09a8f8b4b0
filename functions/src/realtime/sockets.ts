import { isOutdated } from '@recado/shared/companies/company'
import { getCompany } from '@recado/shared/companies/store'
import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import type { SessionRow } from '@recado/shared/sessions/store'
import { sessionKey } from '@recado/shared/sessions/store'
import { allPartitions, type ListeningRow, listeningIndex, socketIndex } from '@recado/shared/table/indexes'
import {
  type All,
  allRows,
  type Change,
  ConditionFailed,
  committed,
  type Key,
  type Row,
  type When,
} from '@recado/shared/table/table'
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

/** What is stored of it. Moments are milliseconds since 1970. */
export interface SocketRow extends Socket {
  /** API Gateway did not know it then. It gets no events until its browser says something. */
  goneAt?: number
  /** It is to be closed as soon as API Gateway knows it. */
  closesFor?: CloseReason
  /** Frames that it has said in the minute that ends at `framesUntil`. */
  frames?: number
  framesUntil?: number
}

/** Why the server closes a socket, as its browser is told. */
export type CloseReason = 'TOO_MANY_SOCKETS' | 'TOO_MANY_FRAMES'

/**
 * API Gateway does not know a socket before its `$connect` route has answered, and answers 410 until then: so long
 * after a socket's row was written, a 410 says nothing. In milliseconds.
 */
const YOUNG_MS = 10_000
const MINUTE_MS = 60_000

/** @param now milliseconds since 1970 */
export const isYoung = ({ openedAt }: Socket, now: number): boolean => now - openedAt < YOUNG_MS

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
export async function findSocket(socketId: string): Promise<SocketRow | undefined> {
  const companyId = await companyOf(socketId)
  return companyId === undefined ? undefined : tableOf(companyId).get<SocketRow>(socketKey(socketId))
}

async function companyOf(socketId: string): Promise<string | undefined> {
  const rows = allRows<{ companyId: string }>(ports.table, { pk: socketIndex.pk(socketId), consistent: true })
  for await (const { companyId } of rows) return companyId
  return undefined
}

/**
 * Counts a frame that a browser said. A frame proves that the socket is open: one that was taken for gone gets
 * events again.
 * @param now milliseconds since 1970
 * @returns its row; `unknown` where there is none, `too-many` where it has said enough in this minute
 */
export async function countFrame(socketId: string, now: number): Promise<SocketRow | 'unknown' | 'too-many'> {
  const companyId = await companyOf(socketId)
  if (companyId === undefined) return 'unknown'
  const update = (...of: [Change, When]) =>
    unlessRefused(tableOf(companyId).update<SocketRow>(socketKey(socketId), ...of))
  const known = { pk: { exists: true } } as const
  const count = () =>
    update(
      { add: { frames: 1 }, remove: ['goneAt'] },
      { ...known, framesUntil: { atLeast: now }, frames: { below: SOCKET_LIMITS.framesPerMinute } },
    )
  const beginMinute = () =>
    update({ set: { frames: 1, framesUntil: now + MINUTE_MS }, remove: ['goneAt'] }, [
      { ...known, framesUntil: { exists: false } },
      { ...known, framesUntil: { below: now } },
    ])
  // Another frame may begin the minute meanwhile: then it is counted in that.
  const counted = (await count()) ?? (await beginMinute()) ?? (await count())
  return counted ?? ((await findSocket(socketId)) ? 'too-many' : 'unknown')
}

/** The changed row; undefined where the condition did not hold. */
async function unlessRefused<T extends object>(update: Promise<Row<T>>): Promise<Row<T> | undefined> {
  try {
    return await update
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** API Gateway does not know this socket any more: it gets no events until its browser says something. */
export const markGone = ({ companyId, socketId }: Socket, now: number): Promise<boolean> =>
  change(companyId, socketId, { goneAt: now })

/**
 * A socket is to be closed: until it is, it gets no events.
 * @returns false if it was marked before: that caller closes it
 */
export const markClosing = ({ companyId, socketId }: Socket, closesFor: CloseReason): Promise<boolean> =>
  change(companyId, socketId, { closesFor }, { closesFor: { exists: false } })

const change = (companyId: string, socketId: string, set: Partial<SocketRow>, when: All = {}) =>
  committed(tableOf(companyId).update(socketKey(socketId), { set }, { pk: { exists: true }, ...when }))

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

/** The company's sockets but those that API Gateway did not know when they were last written to. */
export async function openSocketsOf(companyId: string): Promise<SocketRow[]> {
  const sockets: SocketRow[] = []
  for await (const row of allRows<SocketRow>(tableOf(companyId), { pk: 'SOCKETS', consistent: true }))
    if (row.goneAt === undefined) sockets.push(row)
  return sockets
}

/**
 * The company's sockets whose session still holds, and whose access for support does where it is by that that
 * they are here. The others, and those that are to be closed, are returned apart.
 */
export async function socketsOf(companyId: string): Promise<{ live: Socket[]; stale: SocketRow[] }> {
  const sockets = await openSocketsOf(companyId)
  const live = new Set(await admittedOf(companyId, sockets))
  return {
    live: sockets.filter((socket) => live.has(socket) && !socket.closesFor),
    stale: sockets.filter((socket) => !live.has(socket) || socket.closesFor),
  }
}

/** Whether the session of a socket still holds, and its access for support where it has one. */
export const isAdmitted = async (socket: Socket): Promise<boolean> =>
  (await admittedOf(socket.companyId, [socket])).length > 0

async function admittedOf<S extends Socket>(companyId: string, sockets: readonly S[]): Promise<S[]> {
  const admitted: S[] = []
  for (const [home, theirs] of Map.groupBy(sockets, ({ homeCompanyId }) => homeCompanyId)) {
    const holds =
      home === companyId ? await sessionsHold(home, theirs) : await supportHolds(companyId, home, theirs)
    admitted.push(...theirs.filter(holds))
  }
  return admitted
}

type Holds = (socket: Socket) => boolean

async function sessionsHold(home: string, sockets: readonly Socket[]): Promise<Holds> {
  const [sessions, company] = await Promise.all([
    tableOf(home).getMany<SessionRow>(usersOf(sockets).map(sessionKey)),
    getCompany(tableOf(home)),
  ])
  const current = sessions.filter((session) => company && !isOutdated(session, company))
  const sidOf = new Map(current.map(({ userId, sid }) => [userId, sid]))
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
