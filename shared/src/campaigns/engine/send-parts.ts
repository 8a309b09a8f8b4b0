import { isLasting } from '../../errors/lasting-errors.ts'
import { chatOfNumber } from '../../messages/chat.ts'
import type { Content } from '../../messages/content.ts'
import type { SentAs } from '../../messages/sent-as.ts'
import { putSentMessage } from '../../messages/sent-messages.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { claimRecipient, releaseRecipient } from '../ledger/settle.ts'
import { messageIdOf } from '../message/message-id.ts'
import type { DeliveryPorts } from './deliver.ts'
import type { Line, ReadyPart, Route } from './line.ts'

interface Sending {
  route: Route
  /** Minimum time since the connection's last message, in milliseconds. */
  intervalMs: number
  /** The queue hands out another copy of the command after this; milliseconds since 1970. */
  goodUntil: number
  timezone: string
}

/**
 * Claims a recipient and writes the parts of the message to the wire, one after the other. Each part is stored under
 * its message id before it is sent.
 * @param recipient with the variants that the parts were written from
 * @returns whether any part may have left
 */
export async function sendParts(
  ports: DeliveryPorts,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  contents: readonly Content[],
  { route, intervalMs, goodUntil, timezone }: Sending,
): Promise<boolean> {
  const ids = contents.map((_, part) => messageIdOf({ ...recipient, part }))
  const [first = ''] = ids
  const { jid } = route
  const other = route.other && { otherAddress: route.other }
  const readyParts: ReadyPart[] = []
  for (const [part, content] of contents.entries()) {
    const ready = await line.ready(route, content, ids[part] ?? '')
    readyParts.push(ready)
    const sentAs = sentAsPart(recipient, { part, parts: contents.length, first, timezone, ...other })
    // A reply comes under the number as WhatsApp spells it.
    const chat = recipient.chat ?? chatOfNumber(route.number ?? recipient.number)
    const sent = { ...ready, jid, recipient: sentAs, chat, at: new Date(ports.now()).toISOString() }
    await putSentMessage(table, line.connectionId, sent, ports.now())
    ports.recentlySent?.remember(line.connectionId, sent)
  }
  const claim = {
    claim: ports.newClaim(),
    claimedAt: ports.now(),
    messageId: first,
    parts: contents.length,
    fence: line.fence,
  }
  if (!(await tryClaim(ports, table, line, recipient, claim))) return false
  // Too late: the queue may have handed out this command again, or the data read earlier may be stale.
  const isTooLate = ports.now() > goodUntil
  const isTooEarly = ports.now() < line.lastWriteAt + intervalMs
  if (!line.isOpen() || isTooLate || isTooEarly) {
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
  for (const part of readyParts) {
    // If the line closes between two parts, the rest stays unsent: the row then says PARTLY_SENT.
    if (!line.isOpen()) break
    // A rejection says nothing about the outcome: the message may have left. Only the acknowledgement decides.
    await line
      .send(route, part)
      .catch((error: unknown) =>
        ports.log.warn('send not confirmed', { ...placeOf(table, line, recipient), error }),
      )
  }
  await ports.watchers.recipientChanged(table.companyId, recipient)
  return true
}

const placeOf = (table: TenantTable, line: Line, { campaignId, place }: Recipient) => ({
  companyId: table.companyId,
  connectionId: line.connectionId,
  campaignId,
  place,
})

const sentAsPart = (
  { campaignId, ledger, place, step, variant, confirmationVariant, confirmation }: Recipient,
  part: Pick<SentAs, 'part' | 'parts' | 'first' | 'timezone' | 'otherAddress'>,
): SentAs => ({
  campaignId,
  ledger,
  place,
  step,
  ...part,
  variant: step === 'message' ? variant : confirmationVariant,
  confirmed: confirmation === 'YES',
})

/** Claims the recipient. After a lost response nothing is sent: the claim is released, or later settled as unknown. */
async function tryClaim(
  ports: DeliveryPorts,
  table: TenantTable,
  line: Line,
  recipient: Recipient,
  claim: Parameters<typeof claimRecipient>[2],
): Promise<boolean> {
  try {
    return await claimRecipient(table, recipient, claim)
  } catch (error) {
    if (isLasting(error)) throw error
    ports.log.warn('claim not confirmed', { ...placeOf(table, line, recipient), error })
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
}
