import type { IncomingMessage } from 'node:http'
import type { WASocket } from '@whiskeysockets/baileys'

/**
 * A socket that WhatsApp has not answered after this long is ended, in milliseconds: above the 20 seconds that the
 * library gives each of connecting and shaking hands (OpenWA#1579 takes 60 seconds too).
 */
export const ANSWER_WITHIN_MS = 60_000

/** WhatsApp's answers to a login: it succeeded, or QR codes to be linked by. A failure ends the socket. */
const ANSWERS = ['CB:success', 'CB:iq,type:set,pair-device']

/**
 * Ends a socket that would stay open without coming to be of use. With an HTTP error instead of a websocket the
 * library hears of no end (Baileys rc14 listens to `unexpected-response`, which keeps `ws` from ending the request:
 * OpenWA#1579). The errors are plain ones: a 401 of a proxy must not be read as a logout.
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
