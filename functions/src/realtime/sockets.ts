import type { SessionRow } from '@recado/shared/sessions/store'
import { sessionKey } from '@recado/shared/sessions/store'
import { socketIndex } from '@recado/shared/table/indexes'
import { allRows, type Key } from '@recado/shared/table/table'
import { ports, tableOf } from '../context.ts'

/** An open socket of a browser. */
export interface Socket {
  socketId: string
  companyId: string
  userId: string
  sid: string
}

/** API Gateway ends sockets after two hours; a row that was left behind goes soon after. In seconds. */
const KEPT_SECONDS = 3 * 3600

const socketKey = (socketId: string): Key => ({ pk: 'SOCKETS', sk: socketId })

export async function putSocket(socket: Socket): Promise<void> {
  const { companyId, socketId } = socket
  const expiresAt = Math.floor(ports.now() / 1000) + KEPT_SECONDS
  const index = { put: { ...socketIndex.key(socketId, companyId), companyId, expiresAt } }
  await tableOf(companyId).transact([{ put: { ...socket, ...socketKey(socketId), expiresAt } }, { index }])
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

/** The company's sockets whose session still holds. Those whose session was replaced are returned apart. */
export async function socketsOf(companyId: string): Promise<{ live: Socket[]; stale: Socket[] }> {
  const table = tableOf(companyId)
  const sockets: Socket[] = []
  for await (const row of allRows<Socket>(table, { pk: 'SOCKETS', consistent: true })) sockets.push(row)
  const users = [...new Set(sockets.map(({ userId }) => userId))]
  const sessions = await table.getMany<SessionRow>(users.map(sessionKey))
  const sidOf = new Map(sessions.map(({ userId, sid }) => [userId, sid]))
  const isLive = ({ userId, sid }: Socket) => sidOf.get(userId) === sid
  return { live: sockets.filter(isLive), stale: sockets.filter((socket) => !isLive(socket)) }
}
