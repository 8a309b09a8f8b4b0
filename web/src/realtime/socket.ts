import { sessionRoutes } from '@recado/shared/sessions/routes'
import ReconnectingWebSocket from 'partysocket/ws'
import { call } from '../api/call.ts'

/** The client says that it is there on connecting and every five minutes (part 1 §9). */
const USER_STATUS_MS = 300_000
const PING_MS = 20_000

interface SocketListener {
  onFrame: (text: unknown) => void
  /** Each time a connection stands, the first time too: what happened until now may have been missed. */
  onOpen: () => void
  onClose: () => void
}

/** Keeps one live socket open, with a fresh ticket for every attempt. Returns what closes it. */
export function openSocket({ onFrame, onOpen, onClose }: SocketListener): () => void {
  let isClosed = false
  const url = () => {
    // An attempt may have been waiting when the socket was closed: it needs no ticket any more.
    if (isClosed) throw new Error('The socket was closed')
    return ticketUrl()
  }
  const socket = new ReconnectingWebSocket(url, undefined, {
    minReconnectionDelay: 1000,
    maxReconnectionDelay: 15_000,
    maxEnqueuedMessages: 0,
  })
  const say = (action: string) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ action }))
  }
  socket.addEventListener('open', () => {
    say('userStatus')
    onOpen()
  })
  socket.addEventListener('message', ({ data }) => onFrame(data))
  socket.addEventListener('close', onClose)

  const ping = setInterval(() => say('ping'), PING_MS)
  const userStatus = setInterval(() => say('userStatus'), USER_STATUS_MS)
  return () => {
    clearInterval(ping)
    clearInterval(userStatus)
    isClosed = true
    socket.close()
  }
}

async function ticketUrl(): Promise<string> {
  const { t } = await call(sessionRoutes.createSocketTicket, {})
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws?t=${encodeURIComponent(t)}`
}
