import { isOpen } from '../../calendar/weekly-hours.ts'
import { getHealth, type Hold, holdByWhatsApp } from '../../connections/health-store.ts'
import type { Content } from '../../messages/content.ts'
import { type Address, knownAddresses } from '../../phone-numbers/addresses.ts'
import { tenantOf } from '../../ports/ports.ts'
import type { SendCommand } from '../../queues/commands.ts'
import { COMMAND_USABLE_MS } from '../../queues/queues.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { CampaignSettings } from '../contract/settings.ts'
import type { FailureReason } from '../contract/shipping.ts'
import { postponeRecipient } from '../ledger/postpone.ts'
import { type Recipient, recipientKey } from '../ledger/recipient.ts'
import { skipRecipient } from '../ledger/settle.ts'
import { partsOf, withVariantUsed } from '../message/message-parts.ts'
import { campaignKey, readCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { getSettings } from '../store/settings.ts'
import { addressOf, type OutOfReach, type Whereabouts } from './address.ts'
import { holdFirstContacts, parkChain, takeBackStep } from './chain.ts'
import { forgetFault, parkOnFault } from './faults.ts'
import { admit, FREE } from './first-contacts.ts'
import { type Line, MediaNotReady, type Route } from './line.ts'
import { pauseFor } from './pause.ts'
import type { EnginePorts } from './ports.ts'
import { sendParts } from './send-parts.ts'
import { standingOf } from './standing.ts'

export interface DeliveryPorts extends EnginePorts {
  /** Waits until a moment, in milliseconds since 1970. */
  waitUntil(at: number): Promise<void>
  /** A value no other claim has. */
  newClaim(): string
}

/** The data of a command, read when it arrives. */
interface Prepared {
  settings: CampaignSettings
  campaigns: Map<string, StoredCampaign>
  recipients: Recipient[]
  addresses: Map<string, Address>
}

/**
 * Carries out a hand-over: waits for its moment, checks that it is still valid, claims the recipient, sends. An
 * invalid hand-over is dropped; the chain takes up PENDING recipients again at its end.
 * @param receivedAt when the command left its queue, in milliseconds since 1970
 */
export async function deliver(
  ports: DeliveryPorts,
  line: Line,
  command: SendCommand,
  receivedAt: number,
): Promise<void> {
  const campaignIds = command.recipients.map(({ campaignId }) => campaignId)
  await parkOnFault(ports, 'deliver', command, campaignIds, () =>
    deliverAll(ports, line, command, receivedAt),
  )
}

async function deliverAll(
  ports: DeliveryPorts,
  line: Line,
  command: SendCommand,
  receivedAt: number,
): Promise<void> {
  const table = tenantOf(ports, command.companyId)
  const prepared = await prepare(ports, table, command)
  const goodUntil = receivedAt + COMMAND_USABLE_MS
  let skipped = 0
  for (const [index, recipient] of prepared.recipients.entries()) {
    const intervalMs = index === 0 ? command.intervalMs : 0
    const delivery = {
      ports,
      table,
      line,
      prepared,
      recipient,
      goodUntil,
      command: { ...command, intervalMs },
    }
    const outcome = await deliverTo(delivery)
    if (outcome === 'stop') return
    if (outcome === 'skipped') skipped++
  }
  if (skipped === command.recipients.length) await takeBackStep(ports, command)
}

async function prepare(
  ports: EnginePorts,
  table: TenantTable,
  { recipients: refs }: SendCommand,
): Promise<Prepared> {
  const campaignIds = [...new Set(refs.map(({ campaignId }) => campaignId))]
  // These may be a moment old: `standingOf` reads what forbids a message just before it leaves.
  const [settings, campaigns, rows] = await Promise.all([
    getSettings(table, { consistent: false }),
    table.getMany(campaignIds.map(campaignKey), { consistent: false }),
    table.getMany(refs.map(recipientKey)),
  ])
  const recipients = refs.flatMap(({ ledger, place, attempt }) =>
    rows.filter(
      (row) =>
        row.ledger === ledger && row.place === place && row.attempt === attempt && row.status === 'PENDING',
    ),
  )
  const numbers = recipients.flatMap(({ chat, erased, number }) => (chat || erased ? [] : number))
  const addresses = numbers.length > 0 ? await knownAddresses(table, numbers, ports.now()) : new Map()
  return {
    settings,
    recipients,
    addresses,
    campaigns: new Map(campaigns.map((row) => [row.id, readCampaign(row)])),
  }
}

interface Delivery {
  ports: DeliveryPorts
  table: TenantTable
  line: Line
  command: SendCommand
  prepared: Prepared
  recipient: Recipient
  /** The queue hands out another copy of the command after this; milliseconds since 1970. */
  goodUntil: number
}

/**
 * Result of one recipient. `stop`: this command can send nothing more. `skipped`: the recipient got no message, and
 * WhatsApp was not asked about them either.
 */
type DeliveryOutcome = 'done' | 'skipped' | 'stop'

async function deliverTo(delivery: Delivery): Promise<DeliveryOutcome> {
  const { ports, table, line, command, prepared, recipient, goodUntil } = delivery
  const { settings } = prepared
  // Their data were erased while the ledger was written.
  if (recipient.erased) return skip(delivery, 'SKIPPED_BLOCKED', { asked: false })
  const address = line.isOpen()
    ? await addressOf(ports, table, line, recipient, prepared.addresses)
    : undefined
  // Before the wait: an unanswered question may have taken all the time of the command.
  if (address && 'outOfReach' in address) return postpone(delivery, address)
  const media = address?.route ? await mediaReady(delivery, address.route) : 'ready'
  const moment = Math.max(command.notBefore, line.lastWriteAt + command.intervalMs)
  if (moment > goodUntil) return 'stop'
  await ports.waitUntil(moment)
  if (!line.isOpen() || !address) return cannotReach(delivery, address)
  const { route } = address
  const standing = await standingOf(table, command, recipient, route, ports.now())
  const { campaign, isBlocked } = standing
  if (!campaign) return 'done'
  if (media === 'failed') return pauseFor(ports, campaign, 'media').then(() => 'stop')
  if (!isWithinWindows(settings, ports.now())) return 'stop'
  if (isBlocked) return skip(delivery, 'SKIPPED_BLOCKED', address)
  // Unblocked meanwhile: the chain takes up the recipient again.
  if (address.blocked) return 'done'
  if (!address.exists || !route)
    return skip(delivery, recipient.chat ? 'SKIPPED_NOT_IN_GROUP' : 'NOT_ON_WHATSAPP', address)
  if (route.onlyAdminsWrite) return skip(delivery, 'SKIPPED_ONLY_ADMINS', address)
  const parts = partsFor(delivery, campaign)
  if (parts.length === 0) return skip(delivery, 'EMPTY_MESSAGE', address)
  const { timezone } = settings
  const account = { ...standing, recipient, timezone, now: ports.now() }
  // A group that the account is in is never a first contact.
  const admission = recipient.chat ? FREE : await admit(table, command.connectionId, account)
  if ('until' in admission) return hold(delivery, admission)
  const { intervalMs } = command
  const written = withVariantUsed(campaign, recipient, recipient.step)
  const left = await sendParts(ports, table, line, written, parts, {
    route: { ...route, messageTimer: route.messageTimer ?? standing.conversation?.messageTimer },
    intervalMs,
    goodUntil,
    timezone,
  })
  if (!left) await admission.takeBack()
  else if (campaign.fault) await forgetFault(table, campaign)
  return 'done'
}

/** Postpones a recipient that cannot be written to now, while others go on. */
async function postpone(
  { ports, table, line, command, recipient, goodUntil }: Delivery,
  { outOfReach }: OutOfReach,
): Promise<DeliveryOutcome> {
  // The silence was ours and not the person's: the line closed, or this process slept.
  if (!line.isOpen() || ports.now() > goodUntil) return 'stop'
  const { campaign } = await standingOf(table, command, recipient, undefined, ports.now())
  if (campaign && (await postponeRecipient(table, recipient, outOfReach, ports.now())))
    await notifyWatchers(ports, recipient, table)
  return 'done'
}

/** The connection is closed, or WhatsApp refuses questions about numbers now. */
async function cannotReach(delivery: Delivery, address: Whereabouts | undefined): Promise<DeliveryOutcome> {
  const { ports, table, line, command, recipient } = delivery
  if (line.isOpen() && !address) {
    const refused = holdByWhatsApp(await getHealth(table, command.connectionId), ports.now())
    if (refused) return hold(delivery, refused)
  }
  await parkChain(ports, command, 'connection')
  await ports.watchers.countersChanged(command.companyId, recipient.campaignId)
  return 'stop'
}

const partsFor = ({ ports, recipient, prepared }: Delivery, campaign: StoredCampaign): Content[] =>
  partsOf(
    campaign,
    { ...recipient, isGroup: recipient.chat !== undefined },
    { step: recipient.step, at: ports.now(), timeZone: prepared.settings.timezone },
  )

/** Uploads the file before the moment comes, so that the send itself is a single write. */
async function mediaReady(delivery: Delivery, route: Route): Promise<'ready' | 'failed'> {
  const { ports, line, prepared, recipient } = delivery
  const campaign = prepared.campaigns.get(recipient.campaignId)
  for (const part of campaign ? partsFor(delivery, campaign) : []) {
    if (!('media' in part)) continue
    try {
      await line.ready(route, part, '')
    } catch (error) {
      if (!(error instanceof MediaNotReady)) throw error
      const { companyId, connectionId } = delivery.command
      ports.log.warn('attachment not ready', {
        companyId,
        connectionId,
        campaignId: recipient.campaignId,
        error,
      })
      return 'failed'
    }
  }
  return 'ready'
}

/** Holds first contacts back. The recipient stays PENDING; the chain sends to others. */
async function hold({ ports, command, recipient }: Delivery, until: Hold): Promise<DeliveryOutcome> {
  await holdFirstContacts(ports, command.companyId, command.connectionId, until, { epoch: command.epoch })
  await ports.watchers.countersChanged(command.companyId, recipient.campaignId)
  return 'done'
}

const isWithinWindows = ({ sendWindows, timezone }: CampaignSettings, at: number): boolean =>
  !sendWindows || isOpen(sendWindows, timezone, at)

async function skip(
  { ports, table, recipient }: Delivery,
  reason: FailureReason,
  { asked }: Pick<Whereabouts, 'asked'>,
): Promise<DeliveryOutcome> {
  if (await skipRecipient(table, recipient, reason)) await notifyWatchers(ports, recipient, table)
  // A question to WhatsApp keeps the pace of a message: many at once get an account banned (whatsapp-web.js#2213).
  return asked ? 'done' : 'skipped'
}

async function notifyWatchers(
  { watchers }: DeliveryPorts,
  recipient: Recipient,
  { companyId }: TenantTable,
): Promise<void> {
  await watchers.recipientChanged(companyId, recipient)
  await watchers.countersChanged(companyId, recipient.campaignId)
}
