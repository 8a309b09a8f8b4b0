import { isOutdated } from '@recado/shared/companies/company'
import { getCompany } from '@recado/shared/companies/store'
import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import { SOCKETS } from '@recado/shared/realtime/listeners'
import { sessionKey } from '@recado/shared/sessions/store'
import { listeningIndex, socketIndex } from '@recado/shared/table/indexes'
import {
  type All,
  allRows,
  type Change,
  ConditionFailed,
  committed,
  deleteRow,
  type Key,
  partition,
  putRow,
  type Row,
  type When,
} from '@recado/shared/table/table'
import { userKey } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { supportOf } from '../credentials/actor.ts'

/** An open socket of a browser. */
export interface Socket {
  socketId: string
  /** The company whose events the socket gets. */
  companyId: string
  /** The company of the user's account and session. It differs from `companyId` only during support access. */
  homeCompanyId: string
  userId: string
  sid: string
  /** Milliseconds since 1970. */
  openedAt: number
}

/** A socket's row. Moments are milliseconds since 1970. */
export interface SocketRow extends Socket {
  /** When API Gateway last did not know the socket. It gets no events until its browser sends a frame. */
  goneAt?: number
  /** Reason to close it as soon as API Gateway knows it. */
  closesFor?: CloseReason
  /** Number of frames in the minute that ends at `framesUntil`. */
  frames?: number
  framesUntil?: number
  /** When it last said what its user does with a ticket. */
  deskAt?: number
}

/** Reason of a close by the server, as sent to the browser. */
export type CloseReason = 'TOO_MANY_SOCKETS' | 'TOO_MANY_FRAMES'

/**
 * API Gateway does not know a socket until its `$connect` route has answered, and answers 410 before. A 410 means
 * nothing until this long after the row was written, in milliseconds.
 */
const YOUNG_MS = 10_000
const MINUTE_MS = 60_000

/** @param now milliseconds since 1970 */
export const isYoung = ({ openedAt }: Socket, now: number): boolean => now - openedAt < YOUNG_MS

/** API Gateway ends sockets after two hours. A leftover row expires soon after. In seconds. */
const KEPT_SECONDS = 3 * 3600

const SOCKET_ROWS = partition<SocketRow>(SOCKETS)
const socketKey = (socketId: string): Key<SocketRow> => ({ pk: SOCKET_ROWS, sk: socketId })

export async function putSocket(socket: Socket): Promise<void> {
  const { companyId, socketId } = socket
  const expiresAt = Math.floor(ports.now() / 1000) + KEPT_SECONDS
  const index = putRow({ ...socketIndex.key(socketId, companyId), companyId, expiresAt })
  await tableOf(companyId).transact([putRow({ ...socket, ...socketKey(socketId), expiresAt }), { index }])
  // Separate from the other writes, because all sockets of a company write this row.
  await ports.table.put(listeningIndex.put(companyId, expiresAt))
}

/** Finds a socket by its id alone. */
export async function findSocket(socketId: string): Promise<SocketRow | undefined> {
  const companyId = await companyOf(socketId)
  return companyId === undefined ? undefined : tableOf(companyId).get(socketKey(socketId))
}

async function companyOf(socketId: string): Promise<string | undefined> {
  const rows = allRows(ports.table, { pk: socketIndex.pk(socketId), consistent: true })
  for await (const { companyId } of rows) return companyId
  return undefined
}

/**
 * Counts a browser's frame. A frame proves that the socket is open, so a socket marked as gone gets events again.
 * @param now milliseconds since 1970
 * @returns the socket's row; `unknown` without a row, `too-many` above the limit of this minute
 */
export async function countFrame(socketId: string, now: number): Promise<SocketRow | 'unknown' | 'too-many'> {
  const companyId = await companyOf(socketId)
  if (companyId === undefined) return 'unknown'
  const update = (...of: [Change<SocketRow>, When<SocketRow>]) =>
    unlessRefused(tableOf(companyId).update(socketKey(socketId), ...of))
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
  // A parallel frame may start the minute first. This one is then counted in it.
  const counted = (await count()) ?? (await beginMinute()) ?? (await count())
  return counted ?? ((await findSocket(socketId)) ? 'too-many' : 'unknown')
}

/** The changed row; undefined when the condition failed. */
export async function unlessRefused<T extends object>(update: Promise<Row<T>>): Promise<Row<T> | undefined> {
  try {
    return await update
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** The least time between two frames of a socket about tickets, in milliseconds (part 4 §10). */
const DESK_EVERY_MS = 4000
/** Tolerance for frames that a browser sends on time and that arrive a little closer together, in milliseconds. */
const EARLY_MS = 200

/**
 * Counts a frame about a ticket. @param now milliseconds since 1970
 * @returns false for one that comes too soon after the last
 */
export const countDeskFrame = ({ companyId, socketId }: Socket, now: number): Promise<boolean> => {
  const known = { pk: { exists: true } } as const
  return committed(
    tableOf(companyId).update(socketKey(socketId), { set: { deskAt: now } }, [
      { ...known, deskAt: { exists: false } },
      { ...known, deskAt: { below: now - DESK_EVERY_MS + EARLY_MS } },
    ]),
  )
}

/** Marks a socket unknown to API Gateway. It gets no events until its browser sends a frame. */
export const markGone = ({ companyId, socketId }: Socket, now: number): Promise<boolean> =>
  change(companyId, socketId, { goneAt: now })

/**
 * Marks a socket for closing. It gets no events from now on.
 * @returns false if it was marked before: that caller closes it
 */
export const markClosing = ({ companyId, socketId }: Socket, closesFor: CloseReason): Promise<boolean> =>
  change(companyId, socketId, { closesFor }, { closesFor: { exists: false } })

const change = (companyId: string, socketId: string, set: Partial<SocketRow>, when: All<SocketRow> = {}) =>
  committed(tableOf(companyId).update(socketKey(socketId), { set }, { pk: { exists: true }, ...when }))

/** Deletes a socket's row by the socket's id alone. */
export async function forgetSocket(socketId: string): Promise<void> {
  for await (const { companyId } of allRows(ports.table, {
    pk: socketIndex.pk(socketId),
  })) {
    await tableOf(companyId).transact([
      deleteRow(socketKey(socketId)),
      { index: deleteRow(socketIndex.key(socketId, companyId)) },
    ])
  }
}

/** The company's sockets, except those unknown to API Gateway at the last write. */
export async function openSocketsOf(companyId: string): Promise<SocketRow[]> {
  const sockets: SocketRow[] = []
  for await (const row of allRows(tableOf(companyId), { pk: SOCKET_ROWS, consistent: true }))
    if (row.goneAt === undefined) sockets.push(row)
  return sockets
}

/**
 * The company's sockets with a valid session, and valid support access if they need it (`live`). The others, and
 * those marked for closing, are `stale`.
 */
export async function socketsOf(companyId: string): Promise<{ live: Socket[]; stale: SocketRow[] }> {
  const sockets = await openSocketsOf(companyId)
  const live = new Set(await admittedOf(companyId, sockets))
  return {
    live: sockets.filter((socket) => live.has(socket) && !socket.closesFor),
    stale: sockets.filter((socket) => !live.has(socket) || socket.closesFor),
  }
}

/** Whether a socket's session is valid, and its support access if it needs one. */
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
    tableOf(home).getMany(usersOf(sockets).map(sessionKey)),
    getCompany(tableOf(home)),
  ])
  const current = sessions.filter((session) => company && !isOutdated(session, company))
  const sidOf = new Map(current.map(({ userId, sid }) => [userId, sid]))
  return ({ userId, sid }) => sidOf.get(userId) === sid
}

async function supportHolds(companyId: string, home: string, sockets: readonly Socket[]): Promise<Holds> {
  const inSession = await sessionsHold(home, sockets)
  const users = await tableOf(home).getMany(usersOf(sockets).map(userKey))
  const now = ports.now()
  const admitted = new Set(
    users.filter((user) => supportOf(user, now)?.companyId === companyId).map(({ id }) => id),
  )
  return (socket) => inSession(socket) && admitted.has(socket.userId)
}

const usersOf = (sockets: readonly Socket[]) => [...new Set(sockets.map(({ userId }) => userId))]
