import { SOCKET_LIMITS } from '@recado/shared/http/limits'
import { framesOf } from '@recado/shared/realtime/frames'
import { ports } from '../context.ts'
import { closeSocket, sendFrames } from './browser.ts'
import {
  type CloseReason,
  forgetSocket,
  isYoung,
  markClosing,
  openSocketsOf,
  type Socket,
  type SocketRow,
} from './sockets.ts'

/**
 * Closes the oldest sockets above the limits of the new socket's session and company.
 * @returns whether the new socket itself may stay: of many opened at once, only the newest stay
 */
export async function closeBeyondLimits(opened: Socket): Promise<boolean> {
  const open = (await openSocketsOf(opened.companyId)).filter(({ closesFor }) => !closesFor)
  open.sort(newestFirst)
  const ofSession = open.filter(({ userId, sid }) => userId === opened.userId && sid === opened.sid)
  const beyond = new Set([
    ...ofSession.slice(SOCKET_LIMITS.perSession),
    ...open.slice(SOCKET_LIMITS.perCompany),
  ])
  await Promise.all([...beyond].map((socket) => turnAway(socket, 'TOO_MANY_SOCKETS')))
  return ![...beyond].some(({ socketId }) => socketId === opened.socketId)
}

const newestFirst = (one: Socket, other: Socket): number =>
  other.openedAt - one.openedAt || (one.socketId < other.socketId ? 1 : -1)

/** Closes a socket, and sends its browser the reason. */
export async function turnAway(socket: Socket, reason: CloseReason): Promise<void> {
  if (await markClosing(socket, reason)) await cutOff({ ...socket, closesFor: reason })
}

/**
 * Closes a socket. Its `$disconnect` route deletes the row. A socket that API Gateway does not know yet stays
 * marked: the next event or its first frame closes it.
 */
export async function cutOff(socket: SocketRow): Promise<void> {
  const { socketId, companyId, closesFor: reason } = socket
  if (reason) {
    const closed = { companyId, topic: 'user', action: 'socketClosed', body: { reason } }
    await sendFrames(socketId, framesOf(closed, false))
  }
  if ((await closeSocket(socketId)) === 'reached' || isYoung(socket, ports.now())) return
  await forgetSocket(socketId)
}
