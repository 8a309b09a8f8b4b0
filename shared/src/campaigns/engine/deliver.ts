import type { Connection } from '../../connections/connection.ts'
import { getHealth, type Hold, holdByWhatsApp } from '../../connections/health-store.ts'
import { putSentMessage, type SentMessage } from '../../connections/sent-messages.ts'
import { isBlocked } from '../../contact-blocks/store.ts'
import { knownAddress, rememberAddress } from '../../contacts/addresses.ts'
import { chatOfNumber } from '../../conversations/chat.ts'
import { COMMAND_USABLE_MS, type SendCommand } from '../../queues/queues.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { textFor } from '../compose.ts'
import { claimRecipient, getRecipient, type Recipient, releaseRecipient, skipRecipient } from '../ledger.ts'
import { messageIdOf } from '../message-id.ts'
import { getSettings } from '../settings-store.ts'
import type { FailureReason } from '../shipping.ts'
import { getCampaign, type StoredCampaign } from '../store.ts'
import { getChain, holdFirstContacts, parkChain } from './chain.ts'
import { admit } from './first-contacts.ts'
import { type Ports, tenantOf } from './ports.ts'

/** An open connection as the engine sees it. */
export interface Line {
  readonly connectionId: Connection['id']
  /** The number of the lease under which this process owns the connection. */
  readonly fence: number
  /** When something last began to leave or left on the wire, or the connection opened: milliseconds since 1970. */
  readonly lastWriteAt: number
  /** Whether the socket is open and the lease still ours by our own clock. */
  isOpen(): boolean
  /** Asks WhatsApp whether it knows a number. */
  lookUp(number: string): Promise<{ exists: boolean; jid: string | null }>
  /** Fetches what encryption needs, so that the send itself is a single write. */
  prepare(jid: string): Promise<void>
  /** Writes the message to the wire. What becomes of it is told by the acknowledgement alone. */
  send(jid: string, text: string, messageId: string): Promise<void>
}

export interface DeliveryPorts extends Ports {
  /** Waits until a moment, in milliseconds since 1970. */
  waitUntil(at: number): Promise<void>
  /** A value no other claim has. */
  newClaim(): string
}

/**
 * Carries out a hand-over: waits for its moment, makes sure that it still holds, claims the recipient, sends.
 * Whatever does not hold any more is dropped; the chain takes up PENDING recipients again at its end.
 * @param receivedAt when the command came out of its queue, in milliseconds since 1970
 */
export async function deliver(
  ports: DeliveryPorts,
  line: Line,
  command: SendCommand,
  receivedAt: number,
): Promise<void> {
  const { companyId, connectionId, campaignId, epoch } = command
  const table = tenantOf(ports, companyId)
  const recipient = await recipientOf(table, command)
  if (!recipient) return
  const address = line.isOpen() ? await addressOf(ports, table, line, recipient) : undefined
  const goodUntil = receivedAt + COMMAND_USABLE_MS
  const moment = Math.max(command.notBefore, line.lastWriteAt + command.intervalMs)
  if (moment > goodUntil) return
  await ports.waitUntil(moment)
  if (line.isOpen() && !address) {
    const refused = holdByWhatsApp(await getHealth(table, connectionId), ports.now())
    if (refused) return hold(ports, command, refused)
  }
  if (!line.isOpen() || !address) {
    await parkChain(ports, companyId, connectionId, epoch)
    return ports.watchers.countersChanged(companyId, campaignId)
  }
  const campaign = await stillRunning(table, command)
  if (!campaign) return
  if (await isBlocked(table, recipient.number)) return skip(ports, table, recipient, 'SKIPPED_BLOCKED')
  if (!address.exists || !address.jid) return skip(ports, table, recipient, 'NOT_ON_WHATSAPP')
  const admission = await admit(table, connectionId, recipient, ports.now())
  if ('until' in admission) return hold(ports, command, admission)
  const { jid } = address
  const { intervalMs } = command
  const left = await sendTo(ports, table, line, campaign, recipient, { jid, intervalMs, goodUntil })
  if (!left) await admission.takeBack()
}

/** The recipient stays PENDING; the chain goes on with those who may be written to. */
async function hold(ports: Ports, { companyId, connectionId, campaignId }: SendCommand, until: Hold) {
  await holdFirstContacts(ports, companyId, connectionId, until)
  await ports.watchers.countersChanged(companyId, campaignId)
}

async function recipientOf(table: TenantTable, command: SendCommand): Promise<Recipient | undefined> {
  const campaign = await getCampaign(table, command.campaignId)
  if (!campaign?.ledger) return undefined
  const recipient = await getRecipient(table, { ledger: campaign.ledger, place: command.recipient })
  return recipient?.status === 'PENDING' && recipient.attempt === command.attempt ? recipient : undefined
}

/** Read as late as possible, so that a cancel or a new epoch in between lets at most this one message out. */
async function stillRunning(table: TenantTable, { campaignId, connectionId, epoch }: SendCommand) {
  const [campaign, chain] = await Promise.all([getCampaign(table, campaignId), getChain(table, connectionId)])
  const holds =
    campaign?.status === 'EM_ANDAMENTO' && campaign.whatsappId === connectionId && chain?.epoch === epoch
  return holds ? campaign : undefined
}

async function skip(
  ports: Ports,
  table: TenantTable,
  recipient: Recipient,
  reason: FailureReason,
): Promise<void> {
  if (!(await skipRecipient(table, recipient, reason))) return
  await ports.watchers.recipientChanged(table.companyId, recipient)
  await ports.watchers.countersChanged(table.companyId, recipient.campaignId)
}

/** @returns whether it may have left */
async function sendTo(
  ports: DeliveryPorts,
  table: TenantTable,
  line: Line,
  campaign: StoredCampaign,
  recipient: Recipient,
  { jid, intervalMs, goodUntil }: { jid: string; intervalMs: number; goodUntil: number },
): Promise<boolean> {
  const { campaignId, ledger, place, attempt } = recipient
  const { timezone } = await getSettings(table)
  const text = textFor(campaign, recipient, ports.now(), timezone)
  if (!text) {
    await skip(ports, table, recipient, 'EMPTY_MESSAGE')
    return false
  }
  const messageId = messageIdOf(campaignId, place, attempt)
  const sent: SentMessage = {
    ...{ messageId, jid, content: { type: 'text', text }, recipient: { campaignId, ledger, place } },
    chat: chatOfNumber(recipient.number),
    at: new Date(ports.now()).toISOString(),
  }
  await putSentMessage(table, line.connectionId, sent, ports.now())
  const claim = { claim: ports.newClaim(), claimedAt: ports.now(), messageId, fence: line.fence }
  if (!(await claimed(table, recipient, claim))) return false
  // By then the queue has handed out this command again, or whatever was read above may have changed.
  const isTooLate = ports.now() > goodUntil
  const isTooEarly = ports.now() < line.lastWriteAt + intervalMs
  if (!line.isOpen() || isTooLate || isTooEarly) {
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
  // A rejection says nothing about the outcome: the message may have left before. The acknowledgement tells.
  await line.send(jid, text, messageId).catch(() => undefined)
  await ports.watchers.recipientChanged(table.companyId, recipient)
  return true
}

/** A claim whose answer was lost is not sent on: it is given back, or found by the chain as unknown. */
async function claimed(
  table: TenantTable,
  recipient: Recipient,
  claim: Parameters<typeof claimRecipient>[2],
) {
  try {
    return await claimRecipient(table, recipient, claim)
  } catch {
    await releaseRecipient(table, recipient, claim.claim)
    return false
  }
}

/** Asked at most once in 30 days per number. @returns undefined where WhatsApp could not be asked now */
async function addressOf(ports: Ports, table: TenantTable, line: Line, { number }: Recipient) {
  const known = await knownAddress(table, number, ports.now())
  try {
    const address = known ?? (await line.lookUp(number))
    if (!known) await rememberAddress(table, number, address, ports.now())
    if (address.jid) await line.prepare(address.jid)
    return address
  } catch {
    return undefined
  }
}
