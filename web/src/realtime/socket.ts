import { sessionRoutes } from '@recado/shared/sessions/routes'
import ReconnectingWebSocket from 'partysocket/ws'
import { call } from '../api/call.ts'
import { BlockedCheck } from './blocked-check.ts'
import { isClosedByServer } from './frame.ts'
import { HearingCheck } from './hearing-check.ts'

/** The client sends `userStatus` on connecting and every five minutes (part 1 §9). */
const USER_STATUS_MS = 300_000
const PING_MS = 20_000

interface SocketListener {
  onFrame: (text: unknown) => void
  /**
   * Called whenever events start to arrive, the first time too. Earlier events may be missed. Only the server's
   * first answer shows it; an open socket does not.
   */
  onHearing: () => void
  /** Called when events stop to arrive. */
  onDeaf: () => void
  /** Called when the network lets calls pass and no socket. The socket is still tried; `onHearing` ends this. */
  onBlocked: () => void
}

let send: ((frame: object) => void) | undefined

/** Sends a frame over the open live socket. Without one it is lost: such frames tell only of the present moment. */
export const sendFrame = (frame: object): void => send?.(frame)

/** Keeps one live socket open, with a fresh ticket for every attempt. Returns a function that closes it. */
export function openSocket({ onFrame, onHearing, onDeaf, onBlocked }: SocketListener): () => void {
  let isClosed = false
  const blocked = new BlockedCheck({ now: Date.now, onBlocked })
  const url = () => {
    // An attempt that still waits after the socket was closed needs no ticket.
    if (isClosed) throw new Error('The socket was closed')
    return ticketUrl(blocked)
  }
  const socket = new ReconnectingWebSocket(url, undefined, {
    // After a fault of the network, browsers that wait equally long would all come back at the same moments.
    minReconnectionDelay: 1000 + Math.random() * 4000,
    maxReconnectionDelay: 15_000,
    maxEnqueuedMessages: 0,
  })
  const isOpen = () => socket.readyState === socket.OPEN
  const sendIfOpen = (frame: object) => {
    if (isOpen()) socket.send(JSON.stringify(frame))
  }
  send = sendIfOpen
  const say = (action: string) => sendIfOpen({ action })
  const hearing = new HearingCheck({
    ask: () => say('userStatus'),
    onHeard: () => {
      blocked.heard()
      onHearing()
    },
    onDeaf: () => {
      onDeaf()
      socket.reconnect()
    },
  })
  // The server closed this socket for newer tabs. Reconnecting would close one of theirs, so it waits until the
  // user looks at this tab.
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
    blocked.closed()
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
    if (send === sendIfOpen) send = undefined
    hearing.closed()
    socket.close()
  }
}

async function ticketUrl(blocked: BlockedCheck): Promise<string> {
  const { t } = await call(sessionRoutes.createSocketTicket, {}).catch((error: unknown) => {
    blocked.ticketFailed()
    throw error
  })
  blocked.ticketGiven()
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws?t=${encodeURIComponent(t)}`
}
