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
 * Closes the oldest sockets where a new one is more than its session or its company may have.
 * @returns whether the new one itself may stay: of many that open at once only the newest do
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

/** Closes a socket, and tells its browser why. */
export async function turnAway(socket: Socket, reason: CloseReason): Promise<void> {
  if (await markClosing(socket, reason)) await cutOff({ ...socket, closesFor: reason })
}

/**
 * Closes a socket whose time is over. The route that hears of the end forgets it. One that API Gateway does not know
 * yet stays marked: the next event, or the first thing that it says, closes it.
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
