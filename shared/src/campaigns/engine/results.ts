import type { Hold } from '../../connections/health-store.ts'
import { getSentMessage, type SentMessage } from '../../connections/sent-messages.ts'
import { amendOwnMessage } from '../../conversations/amend.ts'
import { isAmendment } from '../../conversations/content.ts'
import { failMessage, raiseMessageLevel } from '../../conversations/message.ts'
import { recordCampaignMessage } from '../../conversations/record-sent.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { settleAsked } from '../confirmation.ts'
import { forgetRefusals, getCounts } from '../counts.ts'
import type { RecipientRef } from '../recipient.ts'
import { raiseLevel, returnRecipient, settleRefused, settleSent } from '../settle.ts'
import { holdFirstContacts } from './chain.ts'
import { pauseFor } from './pause.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Which message WhatsApp speaks of. */
export interface MessageRef {
  companyId: string
  connectionId: string
  messageId: string
}

/** The server's answer to a message: it has it, or refuses it with a code. */
export async function acknowledged(ports: Ports, ref: MessageRef, errorCode?: string): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent) return
  if (!sent.recipient) return settleMessage(table, connectionId, sent, errorCode)
  const at = new Date(ports.now()).toISOString()
  const settled = errorCode
    ? await settleRefused(table, sent.recipient, errorCode, at)
    : await taken(table, connectionId, sent, at)
  if (settled) await tell(ports, companyId, sent.recipient)
  if (settled && errorCode) await pauseAfterRefusals(ports, table, sent.recipient.campaignId)
  if (!errorCode) await recordCampaignMessage(table, connectionId, sent)
}

/** So many refusals in a row, with no message taken between them, are no accident: the others would be refused too. */
const REFUSALS_IN_ROW = 5

async function pauseAfterRefusals(ports: Ports, table: TenantTable, id: string): Promise<void> {
  const { refusedInRow = 0 } = await getCounts(table, id)
  if (refusedInRow < REFUSALS_IN_ROW) return
  await pauseFor(ports, { companyId: table.companyId, id }, 'refusals')
  await forgetRefusals(table, id)
}

/** A phone's receipt. It also proves that the server had the message, where its own answer was lost. */
export async function receiptCame(
  ports: Ports,
  ref: MessageRef,
  level: 'delivered' | 'read' | 'played',
): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent) return
  if (!sent.recipient) {
    await raiseMessageLevel(table, { connectionId, ...sent }, level)
    return
  }
  const at = new Date(ports.now()).toISOString()
  const settled = await taken(table, connectionId, sent, at)
  const risen = await raiseLevel(table, sent.recipient, level, at)
  if (settled || risen) await tell(ports, companyId, sent.recipient)
  const message = { connectionId, ...sent }
  if (await raiseMessageLevel(table, message, level)) return
  // Whoever settled it may have died before it stood in the conversation.
  await recordCampaignMessage(table, connectionId, sent)
  await raiseMessageLevel(table, message, level)
}

/**
 * WhatsApp refused a first contact because it holds the account back: the recipient waits for the end of that,
 * and so do all others who never wrote.
 */
export async function heldBack(ports: Ports, ref: MessageRef, hold: Hold): Promise<void> {
  const { companyId, connectionId } = ref
  const table = tenantOf(ports, companyId)
  const sent = await sentMessage(ports, table, ref)
  if (!sent?.recipient) return acknowledged(ports, ref, REACH_OUT_REFUSED)
  await holdFirstContacts(ports, companyId, connectionId, hold)
  if (await returnRecipient(table, sent.recipient)) await tell(ports, companyId, sent.recipient)
}

const sentMessage = async (ports: Ports, table: TenantTable, { connectionId, messageId }: MessageRef) =>
  ports.recentlySent?.find(connectionId, messageId) ?? getSentMessage(table, connectionId, messageId)

/** WhatsApp's server has a message, or a part of one. @returns whether that changed its recipient */
async function taken(
  table: TenantTable,
  connectionId: string,
  { recipient, chat }: SentMessage,
  at: string,
): Promise<boolean> {
  if (!recipient) return false
  if (recipient.step === 'confirmation') return settleAsked(table, recipient, { connectionId, chat }, at)
  return settleSent(table, recipient, at)
}

/** WhatsApp's code for a first contact by an account under its reach-out time-lock. */
export const REACH_OUT_REFUSED = '463'

/** A message of a conversation that belongs to no campaign. */
async function settleMessage(
  table: TenantTable,
  connectionId: string,
  sent: SentMessage,
  errorCode: string | undefined,
): Promise<void> {
  const message = { connectionId, ...sent }
  if (errorCode) {
    await failMessage(table, message, errorCode)
    return
  }
  if (isAmendment(sent.content)) await amendOwnMessage(table, connectionId, sent.content, sent.at)
  await raiseMessageLevel(table, message, 'server')
}

async function tell(ports: Ports, companyId: string, recipient: RecipientRef) {
  await ports.watchers.recipientChanged(companyId, recipient)
  await ports.watchers.countersChanged(companyId, recipient.campaignId)
}
