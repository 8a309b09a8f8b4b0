import type { IncomingMessage } from 'node:http'
import type { WASocket } from '@whiskeysockets/baileys'

/**
 * A socket without an answer of WhatsApp after this time is closed, in milliseconds. It is longer than the
 * library's 20 seconds each for connect and handshake (OpenWA#1579 uses 60 seconds too).
 */
export const ANSWER_WITHIN_MS = 60_000

/** WhatsApp's answers to a login: success, or QR codes for linking. A failure closes the socket. */
const ANSWERS = ['CB:success', 'CB:iq,type:set,pair-device']

/**
 * Closes a socket that would hang unanswered. If the server answers with an HTTP error instead of a websocket, the
 * library sees no close (Baileys rc14 listens to `unexpected-response`, which keeps `ws` from ending the request:
 * OpenWA#1579). The errors have no status code: a proxy's 401 must not count as a logout.
 */
export function endUnanswered(socket: WASocket): void {
  const end = (why: string) => void socket.end(new Error(why))
  const timer = setTimeout(() => end('WhatsApp does not answer'), ANSWER_WITHIN_MS)
  const answered = () => clearTimeout(timer)
  socket.ws.on('unexpected-response', (_: unknown, { statusCode }: IncomingMessage) =>
    end(`HTTP ${statusCode} instead of a websocket`),
  )
  for (const answer of ANSWERS) socket.ws.on(answer, answered)
  socket.ev.on('connection.update', ({ connection }) => {
    if (connection === 'close') answered()
  })
}
