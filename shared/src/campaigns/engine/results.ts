import { countFirstContact } from '../../connections/count-first-contact.ts'
import type { Hold } from '../../connections/health-store.ts'
import { amendOwnMessage, changeFailed } from '../../conversations/amend.ts'
import { failMessage, messageOfId, raiseMessageLevel } from '../../conversations/message.ts'
import { turnMessage } from '../../conversations/outgoing.ts'
import { recordCampaignMessage } from '../../conversations/record-sent.ts'
import { commandMessage } from '../../conversations/write.ts'
import { isAddressRefused } from '../../messages/address-refusals.ts'
import { isOfLid } from '../../messages/chat.ts'
import { type Amendment, isAmendment } from '../../messages/content.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { SentAs } from '../../messages/sent-as.ts'
import { getSentMessage, type SentMessage } from '../../messages/sent-messages.ts'
import { otherSpelling } from '../../phone-numbers/canonical-key.ts'
import { tenantOf } from '../../ports/ports.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type AmendedPreview, amendPreview, renewPreview } from '../../tickets/arrival/amend-preview.ts'
import { settleAsked } from '../ledger/confirmation.ts'
import { forgetRefusals, getCounts } from '../ledger/counts.ts'
import { getRecipient } from '../ledger/ledger.ts'
import { raiseLevel, returnRecipient, settleRefused, settleSent } from '../ledger/settle.ts'
import { holdFirstContacts } from './chain.ts'
import { pauseFor } from './pause.ts'
import type { EnginePorts, MessageAt } from './ports.ts'
import { countReply } from './replies.ts'

/** The message that a result of WhatsApp belongs to. */
export interface MessageRef {
  companyId: string
  connectionId: string
  messageId: string
}

/** Records the server's acknowledgement of a message: accepted, or refused with a code. */
export async function acknowledged(ports: EnginePorts, ref: MessageRef, errorCode?: string): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent) return
  if (!sent.recipient) {
    const turned = errorCode && (await turnToOther(ports, table, connectionId, sent, errorCode))
    if (turned) return ports.watchers.messageChanged?.(companyId, turned)
    return recordAnswer(ports, table, ref, sent, errorCode)
  }
  const at = new Date(ports.now()).toISOString()
  const settled = errorCode
    ? await settleRefused(table, sent.recipient, errorCode, at)
    : await recordAccepted(table, connectionId, sent, at)
  if (settled) await notifyWatchers(ports, companyId, sent.recipient)
  if (settled && errorCode) await pauseAfterRefusals(ports, table, sent.recipient.campaignId)
  if (!errorCode) await recordMessage(ports, table, ref)
}

/** Records WhatsApp's answer to a message of a conversation that belongs to no campaign. */
async function recordAnswer(
  ports: EnginePorts,
  table: TenantTable,
  ref: MessageRef,
  sent: SentMessage,
  errorCode: string | undefined,
): Promise<void> {
  const { companyId, connectionId } = ref
  const changed = await settleMessage(table, connectionId, sent, errorCode)
  if (!errorCode && sent.firstContact) await countFirstContact(table, changed, ports.now())
  if (!errorCode && isAmendment(sent.content)) await showAmended(ports, table, connectionId, sent.content)
  if (errorCode && !isAmendment(sent.content)) await showFailed(ports, table, ref)
  await ports.watchers.messageChanged?.(companyId, changed)
}

/**
 * Sends a message of a conversation to the person's other address, once, if WhatsApp refused it for this one.
 * @returns the message, which waits again; undefined if the refusal stands
 */
async function turnToOther(
  { queues }: EnginePorts,
  table: TenantTable,
  connectionId: string,
  sent: SentMessage,
  errorCode: string,
): Promise<MessageAt | undefined> {
  const { otherAddress } = sent
  if (!otherAddress || !isAddressRefused(otherAddress, errorCode)) return undefined
  const turn = (at: MessageAt) => turnMessage(table, at, otherAddress)
  const turned = await whereItLies(table, connectionId, sent, turn)
  if (turned) await commandMessage(queues, table.companyId, turned, otherAddress)
  return turned
}

/** After this many refusals in a row the campaign is paused: further messages would be refused too. */
const REFUSALS_IN_ROW = 5

async function pauseAfterRefusals(ports: EnginePorts, table: TenantTable, id: string): Promise<void> {
  const { refusedInRow = 0 } = await getCounts(table, id)
  if (refusedInRow < REFUSALS_IN_ROW) return
  await pauseFor(ports, { companyId: table.companyId, id }, 'refusals')
  await forgetRefusals(table, id)
}

/** Records a phone's receipt. It also proves that the server accepted the message, if its acknowledgement was lost. */
export async function receiptCame(
  ports: EnginePorts,
  ref: MessageRef,
  level: 'delivered' | 'read' | 'played',
): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent) return writtenOnPhone(ports, table, ref, level)
  if (!sent.recipient) {
    const risen = await whereItLies(table, connectionId, sent, (at) => raiseMessageLevel(table, at, level))
    if (risen && sent.firstContact) await countFirstContact(table, risen, ports.now())
    return risen ? ports.watchers.messageChanged?.(companyId, risen) : undefined
  }
  if (await recordReceipt(ports, table, { connectionId, ...sent }, { recipient: sent.recipient, level }))
    await notifyWatchers(ports, companyId, sent.recipient)
  await raiseRecorded(ports, table, { connectionId, ...sent }, level)
}

/** Raises the level of a message that a person wrote on the company's own phone: its receipts come to all its devices. */
async function writtenOnPhone(
  ports: EnginePorts,
  table: TenantTable,
  { connectionId, messageId }: MessageRef,
  level: 'delivered' | 'read' | 'played',
): Promise<void> {
  const message = await messageOfId(table, connectionId, { messageId, fromMe: true })
  if (message?.origin !== 'phone' || !(await raiseMessageLevel(table, message, level))) return
  await ports.watchers.messageChanged?.(table.companyId, message)
}

/**
 * Raises the level of a recipient. The acknowledgement comes before nearly every receipt, so that this is tried first:
 * AWS charges for a transaction that is refused as for one that is made.
 * @returns whether the recipient's row changed
 */
async function recordReceipt(
  ports: EnginePorts,
  table: TenantTable,
  message: MessageAt & SentMessage,
  { recipient, level }: { recipient: SentAs; level: 'delivered' | 'read' | 'played' },
): Promise<boolean> {
  const at = new Date(ports.now()).toISOString()
  if (await raiseLevel(table, recipient, level, at)) return true
  const row = await getRecipient(table, recipient)
  const isUncertain = row?.status === 'SENDING' || row?.status === 'FAILED' || row?.refusedId !== undefined
  if (!isUncertain) return false
  const settled = await recordAccepted(table, message.connectionId, message, at)
  return (await raiseLevel(table, recipient, level, at)) || settled
}

/** Raises the level of a campaign's message in its conversation. */
async function raiseRecorded(
  ports: EnginePorts,
  table: TenantTable,
  message: MessageAt,
  level: 'delivered' | 'read' | 'played',
): Promise<void> {
  if (await raiseMessageLevel(table, message, level))
    return ports.watchers.campaignMessageRisen?.(table.companyId, message)
  // The call that settled it may have died before it recorded the message in the conversation.
  const recorded = await recordMessage(ports, table, message)
  if (recorded && (await raiseMessageLevel(table, recorded, level)))
    await ports.watchers.campaignMessageRisen?.(table.companyId, recorded)
}

/**
 * Records a campaign's message in its conversation, as it is stored: this process may remember the message of a person erased since,
 * or a conversation that moved. Attendants who have the conversation open see it at once.
 * @returns the message; undefined if it was erased
 */
async function recordMessage(
  ports: EnginePorts,
  table: TenantTable,
  { connectionId, messageId }: Pick<MessageAt, 'connectionId' | 'messageId'>,
): Promise<MessageAt | undefined> {
  const sent = await getSentMessage(table, connectionId, messageId)
  if (!sent) return undefined
  const message = { connectionId, ...sent }
  const { isNew, early } = await recordCampaignMessage(table, connectionId, sent)
  if (isNew) await ports.watchers.campaignMessageRecorded?.(table.companyId, message)
  if (early) await countReply(ports, table, { ...message, at: early.at }, early.campaign)
  return message
}

/**
 * Handles a first contact that WhatsApp refused because it holds the account back. The recipient waits for the end of
 * the hold, and so do all others who never wrote.
 */
export async function heldBack(ports: EnginePorts, ref: MessageRef, hold: Hold): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent) return
  // The person's other address would be refused too.
  if (!sent.recipient) return recordAnswer(ports, table, ref, sent, REACH_OUT_REFUSED)
  await holdFirstContacts(ports, companyId, connectionId, hold)
  if (await returnRecipient(table, sent.recipient, ports.now()))
    await notifyWatchers(ports, companyId, sent.recipient)
}

const sentMessage = async (ports: EnginePorts, table: TenantTable, { connectionId, messageId }: MessageRef) =>
  ports.recentlySent?.find(connectionId, messageId) ?? getSentMessage(table, connectionId, messageId)

/** Records that WhatsApp's server accepted a message, or a part of one. @returns whether its recipient changed */
async function recordAccepted(
  table: TenantTable,
  connectionId: string,
  { recipient, chat, at: sentAt }: SentMessage,
  at: string,
): Promise<boolean> {
  if (!recipient) return false
  if (recipient.step === 'confirmation')
    return settleAsked(table, recipient, { connectionId, chat, sentAt }, at)
  return settleSent(table, recipient, at)
}

/** WhatsApp's code for a first contact from an account under a reach-out time-lock. */
export const REACH_OUT_REFUSED = '463'

/** @returns the changed message: of an amendment, its target */
async function settleMessage(
  table: TenantTable,
  connectionId: string,
  sent: SentMessage,
  errorCode: string | undefined,
): Promise<MessageAt> {
  const { content } = sent
  const amended = isAmendment(content)
    ? await (errorCode
        ? changeFailed(table, connectionId, content)
        : amendOwnMessage(table, connectionId, content, sent.at))
    : undefined
  const settled = await whereItLies(table, connectionId, sent, (at) =>
    errorCode ? failMessage(table, at, errorCode) : raiseMessageLevel(table, at, 'server'),
  )
  return amended ?? settled ?? { connectionId, ...sent }
}

/** The company's edit or deletion of a ticket's last message shows in lists. */
async function showAmended(
  ports: EnginePorts,
  table: TenantTable,
  connectionId: string,
  amendment: Amendment,
): Promise<void> {
  await tellOfPreview(ports, table, await amendPreview(table, connectionId, amendment))
}

/** The company's message that did not leave shows in lists as such, if it is a ticket's last one. */
export async function showFailed(
  ports: Pick<EnginePorts, 'watchers'>,
  table: TenantTable,
  { connectionId, messageId }: Pick<MessageRef, 'connectionId' | 'messageId'>,
): Promise<void> {
  await tellOfPreview(ports, table, await renewPreview(table, connectionId, messageId))
}

async function tellOfPreview(
  { watchers }: Pick<EnginePorts, 'watchers'>,
  { companyId }: TenantTable,
  changed: AmendedPreview | undefined,
): Promise<void> {
  for (const change of changed?.tickets ?? []) await watchers.previewChanged?.(companyId, change)
}

/**
 * Changes a sent message where it lies now: it moves when its person's number, or WhatsApp's spelling of it, is learned, perhaps
 * at this moment.
 * @param change tells whether it changed the message
 * @returns the place of the changed message, undefined if none changed
 */
async function whereItLies(
  table: TenantTable,
  connectionId: string,
  sent: SentMessage,
  change: (at: MessageAt) => Promise<boolean>,
): Promise<MessageAt | undefined> {
  const message = { connectionId, ...sent }
  if (await change(message)) return message
  if (!isOfLid(sent.chat) && !otherSpelling(sent.chat)) return undefined
  const now = await getSentMessage(table, connectionId, sent.messageId)
  return now && now.chat !== sent.chat ? whereItLies(table, connectionId, now, change) : undefined
}

async function notifyWatchers(ports: EnginePorts, companyId: string, recipient: RecipientRef) {
  await ports.watchers.recipientChanged(companyId, recipient)
  await ports.watchers.countersChanged(companyId, recipient.campaignId)
}
