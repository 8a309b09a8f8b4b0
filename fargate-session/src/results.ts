import {
  acknowledged,
  heldBack,
  REACH_OUT_REFUSED,
  receiptCame,
} from '@recado/shared/campaigns/engine/results'
import type { Hold } from '@recado/shared/connections/health-store'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'
import { setAside } from './set-aside.ts'

const { Status } = proto.WebMessageInfo

interface Watched {
  companyId: string
  connectionId: string
  /** Something came over the connection. */
  traffic(): void
  /** Asks WhatsApp whether it holds the whole account back. */
  reachOutLock(): Promise<Hold | undefined>
}

/**
 * Records what WhatsApp says of our messages: the server's acknowledgement, which Baileys reports only when
 * it is a refusal and is therefore read off the socket, and the phones' receipts. One after the other, since
 * they all count in the same row.
 */
export function watchResults(
  ports: ServicePorts,
  socket: WASocket,
  { companyId, connectionId, traffic, reachOutLock }: Watched,
): void {
  let last: Promise<void> = Promise.resolve()
  const next = (messageId: string, result: string, work: () => Promise<void>) => {
    traffic()
    // A result that is lost would leave its message unknown; one that cannot be recorded holds up no other.
    last = last.then(() =>
      patiently(work).catch((error: unknown) =>
        setAside(ports, { companyId, connectionId, messageId, result }, error),
      ),
    )
  }
  const receipt = (messageId: string | null | undefined, level: 'delivered' | 'read' | 'played') => {
    if (messageId)
      next(messageId, level, () => receiptCame(ports, { companyId, connectionId, messageId }, level))
  }
  socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
    const { id: messageId, error } = attrs
    if (!messageId) return
    const ref = { companyId, connectionId, messageId }
    if (error !== REACH_OUT_REFUSED)
      return next(messageId, error ?? 'server', () => acknowledged(ports, ref, error))
    next(messageId, error, async () => {
      // The same code stands for one person's missing token: then it is a refusal like any other.
      const lock = await reachOutLock()
      await (lock ? heldBack(ports, ref, lock) : acknowledged(ports, ref, error))
    })
  })
  socket.ev.on('messages.update', (updates) => {
    for (const { key, update } of updates) {
      const level = levelOf(update.status)
      if (key.fromMe && level) receipt(key.id, level)
    }
  })
  // In a group every member sends its own: the first says that it has arrived, or been read, by somebody.
  socket.ev.on('message-receipt.update', (updates) => {
    for (const { key, receipt: of } of updates) {
      if (key.fromMe) receipt(key.id, of.readTimestamp ? 'read' : 'delivered')
    }
  })
  socket.ev.on('messages.upsert', traffic)
}

function levelOf(
  status: proto.WebMessageInfo.Status | null | undefined,
): 'delivered' | 'read' | 'played' | undefined {
  if (status === Status.DELIVERY_ACK) return 'delivered'
  if (status === Status.READ) return 'read'
  return status === Status.PLAYED ? 'played' : undefined
}
