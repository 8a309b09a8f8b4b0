import { getSentMessage } from '../../connections/sent-messages.ts'
import { type RecipientRef, raiseLevel, settleFailed, settleSent } from '../ledger.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Which message WhatsApp speaks of. */
export interface MessageRef {
  companyId: string
  connectionId: string
  messageId: string
}

/** The server's answer to a message: it has it, or refuses it with a code. */
export async function acknowledged(ports: Ports, ref: MessageRef, errorCode?: string): Promise<void> {
  const sent = await find(ports, ref)
  if (!sent) return
  const table = tenantOf(ports, ref.companyId)
  const settled = errorCode
    ? await settleFailed(table, sent, ref.messageId, { reason: 'REFUSED', failureCode: errorCode })
    : await settleSent(table, sent, ref.messageId, new Date(ports.now()).toISOString())
  if (settled) await tell(ports, ref.companyId, sent)
}

/** A phone's receipt. It also proves that the server had the message, where its own answer was lost. */
export async function receiptCame(
  ports: Ports,
  ref: MessageRef,
  level: 'delivered' | 'read' | 'played',
): Promise<void> {
  const sent = await find(ports, ref)
  if (!sent) return
  const table = tenantOf(ports, ref.companyId)
  const at = new Date(ports.now()).toISOString()
  const settled = await settleSent(table, sent, ref.messageId, at)
  const risen = await raiseLevel(table, sent, ref.messageId, level, at)
  if (settled || risen) await tell(ports, ref.companyId, sent)
}

const find = (ports: Ports, { companyId, connectionId, messageId }: MessageRef) =>
  getSentMessage(tenantOf(ports, companyId), connectionId, messageId)

async function tell(ports: Ports, companyId: string, recipient: RecipientRef) {
  await ports.watchers.recipientChanged(companyId, recipient)
  await ports.watchers.countersChanged(companyId, recipient.campaignId)
}
