import { sessionRoutes } from '@recado/shared/sessions/routes'
import ReconnectingWebSocket from 'partysocket/ws'
import { call } from '../api/call.ts'
import { isClosedByServer } from './frame.ts'
import { HearingCheck } from './hearing-check.ts'

/** The client says that it is there on connecting and every five minutes (part 1 §9). */
const USER_STATUS_MS = 300_000
const PING_MS = 20_000

interface SocketListener {
  onFrame: (text: unknown) => void
  /**
   * Each time events arrive again, the first time too: what happened until now may have been missed. A socket that is
   * open does not show it; the server's first answer does.
   */
  onHearing: () => void
  /** No events arrive any more. */
  onDeaf: () => void
}

/** Keeps one live socket open, with a fresh ticket for every attempt. Returns what closes it. */
export function openSocket({ onFrame, onHearing, onDeaf }: SocketListener): () => void {
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
  const isOpen = () => socket.readyState === socket.OPEN
  const say = (action: string) => {
    if (isOpen()) socket.send(JSON.stringify({ action }))
  }
  const hearing = new HearingCheck({
    ask: () => say('userStatus'),
    onHeard: onHearing,
    onDeaf: () => {
      onDeaf()
      socket.reconnect()
    },
  })
  // Turned away for newer tabs: it would turn one of them away in its turn. It reconnects when its user looks at it.
  let isTurnedAway = false
  const onLooked = () => {
    if (document.visibilityState !== 'visible') return
    if (isTurnedAway) {
      isTurnedAway = false
      socket.reconnect()
    } else if (isOpen()) hearing.ask()
  }
  socket.addEventListener('open', () => hearing.opened())
  socket.addEventListener('message', ({ data }) => {
    hearing.heard()
    if (isClosedByServer(data)) {
      isTurnedAway = true
      socket.close()
    } else onFrame(data)
  })
  socket.addEventListener('close', () => {
    hearing.closed()
    onDeaf()
  })

  const ping = setInterval(() => say('ping'), PING_MS)
  const userStatus = setInterval(() => isOpen() && hearing.ask(), USER_STATUS_MS)
  document.addEventListener('visibilitychange', onLooked)
  window.addEventListener('focus', onLooked)
  return () => {
    clearInterval(ping)
    clearInterval(userStatus)
    document.removeEventListener('visibilitychange', onLooked)
    window.removeEventListener('focus', onLooked)
    isClosed = true
    hearing.closed()
    socket.close()
  }
}

async function ticketUrl(): Promise<string> {
  const { t } = await call(sessionRoutes.createSocketTicket, {})
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws?t=${encodeURIComponent(t)}`
}
