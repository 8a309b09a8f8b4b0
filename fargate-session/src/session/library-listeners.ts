import type { WASocket } from '@whiskeysockets/baileys'

/**
 * Gives the promises of the library's own listeners to `guard`. Many of them wait for an answer or for a write to the
 * socket (groups.js, chats.js, messages-recv.js and socket.js of rc14), and an emitter ignores promises. A refused
 * question or a cut line would be an unhandled rejection, which ends the process with all of its connections.
 * Call it for a new socket, before other listeners are added.
 */
export function guardListeners({ ws }: Pick<WASocket, 'ws'>, guard: (work: Promise<unknown>) => void): void {
  for (const event of ws.eventNames()) {
    const listeners = ws.listeners(event)
    ws.removeAllListeners(event)
    for (const listener of listeners) {
      ws.on(event, (...values) => {
        const work: unknown = Reflect.apply(listener, ws, values)
        if (work instanceof Promise) guard(work)
      })
    }
  }
}
