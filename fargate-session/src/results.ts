import { setTimeout as pause } from 'node:timers/promises'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import type { ServicePorts } from './ports.ts'

const ATTEMPTS = 8
const { Status } = proto.WebMessageInfo

/**
 * Records what WhatsApp says of our messages: the server's acknowledgement, which Baileys reports only when
 * it is a refusal and is therefore read off the socket, and the phones' receipts. One after the other, since
 * they all count in the same row.
 */
export function watchResults(
  ports: ServicePorts,
  socket: WASocket,
  of: { companyId: string; connectionId: string },
): void {
  let last: Promise<void> = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    last = last.then(() => persistently(ports, work))
  }
  socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
    const { id: messageId, error } = attrs
    if (messageId) next(() => acknowledged(ports, { ...of, messageId }, error))
  })
  socket.ev.on('messages.update', (updates) => {
    for (const { key, update } of updates) {
      const { id: messageId, fromMe } = key
      const level = levelOf(update.status)
      if (fromMe && messageId && level) next(() => receiptCame(ports, { ...of, messageId }, level))
    }
  })
}

function levelOf(
  status: proto.WebMessageInfo.Status | null | undefined,
): 'delivered' | 'read' | 'played' | undefined {
  if (status === Status.DELIVERY_ACK) return 'delivered'
  if (status === Status.READ) return 'read'
  return status === Status.PLAYED ? 'played' : undefined
}

/** A result that is lost would leave its message unknown: tried again through an outage of the table. */
async function persistently(ports: ServicePorts, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS) {
        ports.log.error({ error: String(error) }, 'result not recorded')
        return
      }
      await pause(100 * 2 ** attempt)
    }
  }
}
