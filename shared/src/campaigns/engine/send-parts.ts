import { putSentMessage } from '../../connections/sent-messages.ts'
import { chatOfNumber } from '../../conversations/chat.ts'
import type { Content } from '../../conversations/content.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { messageIdOf } from '../message-id.ts'
import type { Recipient } from '../recipient.ts'
import type { SentAs } from '../sent-as.ts'
import { claimRecipient, releaseRecipient } from '../settle.ts'
import type { DeliveryPorts, Line, ReadyPart, Route } from './deliver.ts'

interface Sending {
  route: Route
  /** Since the connection's last message, in milliseconds. */
  intervalMs: number
  /** Afterwards another copy of the command is handed out; milliseconds since 1970. */
  goodUntil: number
  timezone: string
}

/**
 * Claims a recipient and writes the parts of the message to the wire, one behind the other. What is about to be
 * sent is stored before, under the ids it is sent with.
 * @returns whether anything may have left
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
  const { jid, other: otherAddress } = route
  const readyParts: ReadyPart[] = []
  for (const [part, content] of contents.entries()) {
    const ready = await line.ready(jid, content, ids[part] ?? '')
    readyParts.push(ready)
    const sentAs = sentAsPart(recipient, { part, parts: contents.length, first, timezone })
    if (otherAddress) sentAs.otherAddress = otherAddress
    const chat = recipient.chat ?? chatOfNumber(recipient.number)
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
  if (!(await claimed(table, recipient, claim))) return false
  // By then the queue has handed out this command again, or whatever was read before may have changed.
  const isTooLate = ports.now() > goodUntil
  const isTooEarly = ports.now() < line.lastWriteAt + intervalMs
  if (!line.isOpen() || isTooLate || isTooEarly) {
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
  for (const part of readyParts) {
    // A line that closed between two parts leaves the rest unsent: the row says that it came in part.
    if (!line.isOpen()) break
    // A rejection says nothing about the outcome: the message may have left before. The acknowledgement tells.
    await line.send(route, part).catch(() => undefined)
  }
  await ports.watchers.recipientChanged(table.companyId, recipient)
  return true
}

const sentAsPart = (
  { campaignId, ledger, place, step, variant, confirmationVariant, confirmation }: Recipient,
  part: Pick<SentAs, 'part' | 'parts' | 'first' | 'timezone'>,
): SentAs => ({
  campaignId,
  ledger,
  place,
  step,
  ...part,
  variant: step === 'message' ? variant : confirmationVariant,
  confirmed: confirmation === 'YES',
})

/** A claim whose answer was lost is not sent on: it is given back, or found by the chain as unknown. */
async function claimed(
  table: TenantTable,
  recipient: Recipient,
  claim: Parameters<typeof claimRecipient>[2],
): Promise<boolean> {
  try {
    return await claimRecipient(table, recipient, claim)
  } catch {
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
}
