import type { Connection } from '../../connections/connection.ts'
import { getHealth, type Hold, holdByWhatsApp } from '../../connections/health-store.ts'
import { isBlocked } from '../../contact-blocks/store.ts'
import type { Content } from '../../conversations/content.ts'
import { COMMAND_USABLE_MS, type SendCommand } from '../../queues/queues.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getRecipient } from '../ledger.ts'
import { partsOf } from '../message-parts.ts'
import type { Recipient } from '../recipient.ts'
import { isOpen } from '../send-windows.ts'
import { sendingStopOf } from '../sending-stop-store.ts'
import type { CampaignSettings } from '../settings.ts'
import { getSettings } from '../settings-store.ts'
import { skipRecipient } from '../settle.ts'
import type { FailureReason } from '../shipping.ts'
import { getCampaign, type StoredCampaign } from '../store.ts'
import { addressOf } from './address.ts'
import { getChain, holdFirstContacts, parkChain } from './chain.ts'
import { admit } from './first-contacts.ts'
import { pauseFor } from './pause.ts'
import { type Ports, tenantOf } from './ports.ts'
import { sendParts } from './send-parts.ts'

/** A part of a message that only has to be written: its file is on WhatsApp's servers. */
export interface ReadyPart {
  messageId: string
  content: Content
  /** As WhatsApp has it, base64, where the content alone does not tell. */
  original?: string
}

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
  /** Makes a part ready, uploading its file where that was not done before. @throws where it cannot be */
  ready(jid: string, content: Content, messageId: string): Promise<ReadyPart>
  /** Writes it to the wire. What becomes of it is told by the acknowledgement alone. */
  send(jid: string, part: ReadyPart): Promise<void>
}

export interface DeliveryPorts extends Ports {
  /** Waits until a moment, in milliseconds since 1970. */
  waitUntil(at: number): Promise<void>
  /** A value no other claim has. */
  newClaim(): string
}

type Ref = SendCommand['recipients'][number]

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
  for (const [index, ref] of command.recipients.entries()) {
    const intervalMs = index === 0 ? command.intervalMs : 0
    const goOn = await deliverTo(ports, line, { ...command, intervalMs }, ref, receivedAt)
    if (!goOn) return
  }
}

/** @returns false where nothing more can be sent on this command */
async function deliverTo(
  ports: DeliveryPorts,
  line: Line,
  command: SendCommand,
  ref: Ref,
  receivedAt: number,
): Promise<boolean> {
  const { companyId, connectionId } = command
  const table = tenantOf(ports, companyId)
  const [found, campaign, settings] = await Promise.all([
    getRecipient(table, ref),
    getCampaign(table, ref.campaignId),
    getSettings(table),
  ])
  const recipient = found?.status === 'PENDING' && found.attempt === ref.attempt ? found : undefined
  if (!recipient || !campaign) return true
  const address = line.isOpen() ? await addressOf(ports, table, line, recipient) : undefined
  const media = address?.jid
    ? await mediaReady(line, address.jid, partsFor(ports, campaign, recipient, settings))
    : 'ready'
  const goodUntil = receivedAt + COMMAND_USABLE_MS
  const moment = Math.max(command.notBefore, line.lastWriteAt + command.intervalMs)
  if (moment > goodUntil) return false
  await ports.waitUntil(moment)
  if (line.isOpen() && !address) {
    const refused = holdByWhatsApp(await getHealth(table, connectionId), ports.now())
    if (refused) return hold(ports, command, ref, refused)
  }
  if (!line.isOpen() || !address) {
    await parkChain(ports, command, 'connection')
    await ports.watchers.countersChanged(companyId, ref.campaignId)
    return false
  }
  if (media === 'failed') return pauseFor(ports, campaign, 'media').then(() => false)
  const running = await stillRunning(ports, table, command, ref)
  if (!running) return true
  if (!isWithinWindows(settings, ports.now())) return false
  if (!recipient.chat && (await isBlocked(table, recipient.number)))
    return skip(ports, table, recipient, 'SKIPPED_BLOCKED')
  if (!address.exists || !address.jid)
    return skip(ports, table, recipient, recipient.chat ? 'SKIPPED_NOT_IN_GROUP' : 'NOT_ON_WHATSAPP')
  const parts = partsFor(ports, running, recipient, settings)
  if (parts.length === 0) return skip(ports, table, recipient, 'EMPTY_MESSAGE')
  const admission = await admit(table, connectionId, recipient, ports.now())
  if ('until' in admission) return hold(ports, command, ref, admission)
  const { intervalMs } = command
  const { timezone } = settings
  const left = await sendParts(ports, table, line, recipient, parts, {
    ...{ jid: address.jid, intervalMs, goodUntil, timezone },
  })
  if (!left) await admission.takeBack()
  return true
}

const partsFor = (
  ports: Ports,
  campaign: StoredCampaign,
  recipient: Recipient,
  { timezone: timeZone }: CampaignSettings,
): Content[] =>
  partsOf(
    campaign,
    { ...recipient, isGroup: recipient.chat !== undefined },
    { step: recipient.step, at: ports.now(), timeZone },
  )

/** The file is sent up before the moment comes, so that the send itself is a single write. */
async function mediaReady(line: Line, jid: string, parts: Content[]): Promise<'ready' | 'failed'> {
  for (const part of parts) {
    if (!('media' in part)) continue
    try {
      await line.ready(jid, part, '')
    } catch {
      return 'failed'
    }
  }
  return 'ready'
}

/** The recipient stays PENDING; the chain goes on with those who may be written to. */
async function hold(ports: Ports, command: SendCommand, { campaignId }: Ref, until: Hold): Promise<true> {
  await holdFirstContacts(ports, command.companyId, command.connectionId, until)
  await ports.watchers.countersChanged(command.companyId, campaignId)
  return true
}

/** Read as late as possible, so that a cancel, a stop or a new epoch in between lets at most this one message out. */
async function stillRunning(
  ports: Ports,
  table: TenantTable,
  { companyId, connectionId, epoch }: SendCommand,
  { campaignId }: Ref,
): Promise<StoredCampaign | undefined> {
  const [campaign, chain, stop] = await Promise.all([
    getCampaign(table, campaignId),
    getChain(table, connectionId),
    sendingStopOf(ports.table, companyId),
  ])
  if (campaign?.status !== 'EM_ANDAMENTO' || campaign.pausedAt || stop) return undefined
  return campaign.whatsappId === connectionId && chain?.epoch === epoch ? campaign : undefined
}

const isWithinWindows = ({ sendWindows, timezone }: CampaignSettings, at: number): boolean =>
  !sendWindows || isOpen(sendWindows, timezone, at)

async function skip(
  ports: Ports,
  table: TenantTable,
  recipient: Recipient,
  reason: FailureReason,
): Promise<true> {
  if (!(await skipRecipient(table, recipient, reason))) return true
  await ports.watchers.recipientChanged(table.companyId, recipient)
  await ports.watchers.countersChanged(table.companyId, recipient.campaignId)
  return true
}
