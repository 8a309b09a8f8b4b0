import { connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import type { WhatsAppServer } from '../ports/whatsapp-server.ts'

/** A host that needs longer than this to open a connection counts as unreachable, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Whether this task reaches all of WhatsApp's hosts. It opens connections and closes them again, without an account, so
 * it also tells while nobody is linked.
 */
export async function reachesWhatsApp(
  hosts: WhatsAppServer['hosts'],
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const opened = await Promise.all(hosts.map((host) => opens(host, patienceMs)))
  return opened.every(Boolean)
}

function opens(
  { host, port, isPlain }: WhatsAppServer['hosts'][number],
  patienceMs: number,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket: Socket = isPlain
    ? connectPlainly({ host, port }, () => resolve(true))
    : connectByTls({ host, port, servername: host }, () => resolve(true))
  socket.setTimeout(patienceMs, () => resolve(false))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
