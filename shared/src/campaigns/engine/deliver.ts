import type { Connection } from '../../connections/connection.ts'
import { getHealth, type Hold, holdByWhatsApp } from '../../connections/health-store.ts'
import { type Address, knownAddresses } from '../../contacts/addresses.ts'
import type { Content } from '../../conversations/content.ts'
import type { SendCommand } from '../../queues/commands.ts'
import { COMMAND_USABLE_MS } from '../../queues/queues.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { partsOf } from '../message-parts.ts'
import { postponeRecipient } from '../postpone.ts'
import { type PersonAddress, type Recipient, recipientKey } from '../recipient.ts'
import { isOpen } from '../send-windows.ts'
import type { CampaignSettings } from '../settings.ts'
import { getSettings } from '../settings-store.ts'
import { skipRecipient } from '../settle.ts'
import type { FailureReason } from '../shipping.ts'
import { campaignKey, type StoredCampaign } from '../store.ts'
import { addressOf, type OutOfReach, type Whereabouts } from './address.ts'
import { holdFirstContacts, parkChain, takeBackStep } from './chain.ts'
import { admit } from './first-contacts.ts'
import { pauseFor } from './pause.ts'
import { type Ports, tenantOf } from './ports.ts'
import { sendParts } from './send-parts.ts'
import { standingOf } from './standing.ts'

/** A part of a message that only has to be written: its file is on WhatsApp's servers. */
export interface ReadyPart {
  messageId: string
  content: Content
  /** As WhatsApp has it, base64, where the content alone does not tell. */
  original?: string
}

/** Where a message is written to, and who that is. */
export interface Route {
  /** The JID to write to. */
  jid: string
  /** The person's number and LID, as far as WhatsApp has told them, without the server. */
  number?: string
  lid?: string
  /** The person's other address, where both are known. */
  other?: PersonAddress
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
  /** Asks WhatsApp whether it knows a number. @throws Unreachable where it does not answer */
  lookUp(number: string): Promise<{ exists: boolean; jid: string | null }>
  /**
   * Chooses the address to write to and fetches what encryption needs, so that the send itself is a single write.
   * @param address the one to use, where WhatsApp refused the other
   * @throws Unreachable where this recipient cannot be written to
   */
  prepare(jid: string, address?: PersonAddress): Promise<Route>
  /** Makes a part ready, uploading its file where that was not done before. @throws where it cannot be */
  ready(jid: string, content: Content, messageId: string): Promise<ReadyPart>
  /** Writes it to the wire. What becomes of it is told by the acknowledgement alone. */
  send(route: Route, part: ReadyPart): Promise<void>
}

export interface DeliveryPorts extends Ports {
  /** Waits until a moment, in milliseconds since 1970. */
  waitUntil(at: number): Promise<void>
  /** A value no other claim has. */
  newClaim(): string
}

/** What a command is about, read when it comes in. */
interface Prepared {
  settings: CampaignSettings
  campaigns: Map<string, StoredCampaign>
  recipients: Recipient[]
  addresses: Map<string, Address>
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
  ports: Ports,
  table: TenantTable,
  { recipients: refs }: SendCommand,
): Promise<Prepared> {
  const campaignIds = [...new Set(refs.map(({ campaignId }) => campaignId))]
  const [settings, campaigns, rows] = await Promise.all([
    getSettings(table),
    table.getMany<StoredCampaign>(campaignIds.map(campaignKey)),
    table.getMany<Recipient>(refs.map(recipientKey)),
  ])
  const recipients = refs.flatMap(({ ledger, place, attempt }) =>
    rows.filter(
      (row) =>
        row.ledger === ledger && row.place === place && row.attempt === attempt && row.status === 'PENDING',
    ),
  )
  const numbers = recipients.flatMap(({ chat, number }) => (chat ? [] : number))
  const addresses = numbers.length > 0 ? await knownAddresses(table, numbers, ports.now()) : new Map()
  return { settings, recipients, addresses, campaigns: new Map(campaigns.map((row) => [row.id, row])) }
}

interface Delivery {
  ports: DeliveryPorts
  table: TenantTable
  line: Line
  command: SendCommand
  prepared: Prepared
  recipient: Recipient
  /** Afterwards another copy of the command is handed out; milliseconds since 1970. */
  goodUntil: number
}

/**
 * What became of one recipient. `stop`: nothing more can be sent on this command. `skipped`: nothing was sent to
 * them, and WhatsApp was not asked about them either.
 */
type DeliveryOutcome = 'done' | 'skipped' | 'stop'

async function deliverTo(delivery: Delivery): Promise<DeliveryOutcome> {
  const { ports, table, line, command, prepared, recipient, goodUntil } = delivery
  const { settings } = prepared
  const address = line.isOpen()
    ? await addressOf(ports, table, line, recipient, prepared.addresses)
    : undefined
  // At once: a question that was not answered may have taken all the time there was.
  if (address && 'outOfReach' in address) return postpone(delivery, address)
  const media = address?.route ? await mediaReady(delivery, address.route.jid) : 'ready'
  const moment = Math.max(command.notBefore, line.lastWriteAt + command.intervalMs)
  if (moment > goodUntil) return 'stop'
  await ports.waitUntil(moment)
  if (!line.isOpen() || !address) return cannotReach(delivery, address)
  const { route } = address
  const standing = await standingOf(table, command, { ...recipient, lid: route?.lid }, ports.now())
  const { campaign, isBlocked } = standing
  if (!campaign) return 'done'
  if (media === 'failed') return pauseFor(ports, campaign, 'media').then(() => 'stop')
  if (!isWithinWindows(settings, ports.now())) return 'stop'
  if (isBlocked) return skip(delivery, 'SKIPPED_BLOCKED', address)
  // Unblocked since: the chain takes them up again.
  if (address.blocked) return 'done'
  if (!address.exists || !route)
    return skip(delivery, recipient.chat ? 'SKIPPED_NOT_IN_GROUP' : 'NOT_ON_WHATSAPP', address)
  const parts = partsFor(delivery, campaign)
  if (parts.length === 0) return skip(delivery, 'EMPTY_MESSAGE', address)
  const { timezone } = settings
  const account = { ...standing, timezone, now: ports.now() }
  const admission = await admit(table, command.connectionId, recipient, account)
  if ('until' in admission) return hold(delivery, admission)
  const { intervalMs } = command
  const left = await sendParts(ports, table, line, recipient, parts, {
    route,
    intervalMs,
    goodUntil,
    timezone,
  })
  if (!left) await admission.takeBack()
  return 'done'
}

/** This recipient cannot be written to now: they are tried again later, while others go on. */
async function postpone(
  { ports, table, command, recipient }: Delivery,
  { outOfReach }: OutOfReach,
): Promise<DeliveryOutcome> {
  const { campaign } = await standingOf(table, command, recipient, ports.now())
  if (campaign && (await postponeRecipient(table, recipient, outOfReach, ports.now())))
    await tell(ports, recipient, table)
  return 'done'
}

/** The connection is closed, or WhatsApp does not say now whether it knows a number. */
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

/** The file is sent up before the moment comes, so that the send itself is a single write. */
async function mediaReady(delivery: Delivery, jid: string): Promise<'ready' | 'failed'> {
  const { line, prepared, recipient } = delivery
  const campaign = prepared.campaigns.get(recipient.campaignId)
  for (const part of campaign ? partsFor(delivery, campaign) : []) {
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
  { asked }: Whereabouts,
): Promise<DeliveryOutcome> {
  if (await skipRecipient(table, recipient, reason)) await tell(ports, recipient, table)
  // A question to WhatsApp keeps the pace of a message: many at once get an account banned (whatsapp-web.js#2213).
  return asked ? 'done' : 'skipped'
}

async function tell(
  { watchers }: DeliveryPorts,
  recipient: Recipient,
  { companyId }: TenantTable,
): Promise<void> {
  await watchers.recipientChanged(companyId, recipient)
  await watchers.countersChanged(companyId, recipient.campaignId)
}
