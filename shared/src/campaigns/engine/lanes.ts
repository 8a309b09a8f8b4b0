import { chatOfNumber } from '../../conversations/chat.ts'
import { type Conversation, conversationKey } from '../../conversations/conversation.ts'
import { firstOf } from '../../first-of.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { CONFIRMATION_MS, settleExpired } from '../confirmation.ts'
import { type CampaignCounts, getCounts } from '../counts.ts'
import { nextPending, recipientsFrom, releasedSince } from '../ledger.ts'
import { NONE_POSTPONED, takeUpPostponed } from '../postpone.ts'
import { type Recipient, recipientKey } from '../recipient.ts'
import { CLAIM_MS, giveUp } from '../settle.ts'
import { completeCampaign, getCampaign, type StoredCampaign } from '../store.ts'
import { beginningAnew, type Chain, type Lane, withoutPastHold } from './chain.ts'
import { isExempt } from './first-contacts.ts'
import type { Ports } from './ports.ts'

const AHEAD = 25
/** Lanes with nothing but held recipients are looked at this often, for those who wrote meanwhile. */
const LOOK_AT_HELD_MS = 60_000
/** Lanes that wait for answers are told of each; this often they look for whose time is over. */
const LOOK_AT_AWAITING_MS = 900_000

/** Where there is no interval, so many are on their way to the socket service at most: more would go out of date. */
const MOST_UNDER_WAY = 200
/** Those of whom nothing has been heard for so long, in milliseconds, are on their way no more. */
const LOST_MS = 10_000
/** At the end, what is open is handed over again when nothing has been heard for so long, in milliseconds. */
const QUIET_MS = 3000

/** What a lane has to send. */
export interface Sending {
  kind: 'send'
  lane: Lane
  recipients: Recipient[]
  /** Nobody comes behind them. */
  last: boolean
  /** The lane once the first so many of them are handed over. */
  after(taken: number): Lane
}

/** What a lane comes to when its turn is looked at. */
export type Turn =
  | Sending
  /** Nothing to hand over now: messages under way are still to be settled, or there is more to look through. */
  | { kind: 'wait'; lane: Lane }
  /** The recipients left are held, postponed, or asked and have not answered. Milliseconds since 1970. */
  | { kind: 'rest'; lane: Lane; until: number }
  | { kind: 'done' }

/** A lane as it is looked at. */
interface Look {
  chain: Chain
  lane: Lane
  campaign: StoredCampaign
  ledger: string
  counts: CampaignCounts
  /** Cancelled and paused campaigns keep their lane until what was under way is settled. */
  sending: boolean
  /** So many may be handed over at once. */
  wanted: number
}

/** What each campaign of a chain has to send next. What has run out is settled, what is complete is ended. */
export async function lookAtLanes(
  ports: Ports,
  table: TenantTable,
  chain: Chain,
  wanted: number,
): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const lane of chain.lanes) turns.push(await lookAtLane(ports, table, chain, lane, wanted))
  return turns
}

async function lookAtLane(
  ports: Ports,
  table: TenantTable,
  chain: Chain,
  lane: Lane,
  wanted: number,
): Promise<Turn> {
  const [campaign, counts] = await Promise.all([
    getCampaign(table, lane.campaignId),
    getCounts(table, lane.campaignId),
  ])
  if (!campaign?.ledger) return { kind: 'done' }
  const sending = isSending(campaign, chain)
  const begun = { ...lane, toHand: lane.toHand ?? counts.open - counts.awaiting }
  const look: Look = { chain, lane: begun, campaign, ledger: campaign.ledger, counts, sending, wanted }
  if (counts.open === 0) return finish(ports, table, campaign, lane)
  if (sending && (campaign.confirmation || counts.turned)) {
    const released = await lookAtReleased(table, look)
    if (released) return released
  }
  const ahead = sending && lane.cursor < campaign.recipients
  if (ahead && isHeld(ports, chain)) return lookAhead(table, look)
  const onTheirWay = waitForThem(ports, look)
  if (ahead && onTheirWay) return onTheirWay
  if (ahead) {
    const recipients = await nextPending(table, look.ledger, lane.cursor, wanted)
    if (recipients.length > 0) return sendTo(look, recipients)
  }
  // Whoever is let go on goes on from where it was.
  const lookingBack = sending ? { ...begun, cursor: campaign.recipients } : begun
  return lookBehind(ports, table, { ...look, lane: lookingBack })
}

const isSending = (
  { status, pausedAt, whatsappId, resends, resendsReady }: StoredCampaign,
  { connectionId }: Chain,
): boolean =>
  status === 'EM_ANDAMENTO' && !pausedAt && whatsappId === connectionId && resends === resendsReady

const isHeld = (ports: Ports, chain: Chain): boolean =>
  withoutPastHold(chain, ports.now()).heldUntil !== undefined

/** Enough are under way, unless nothing has been heard of any for a while: those are found at the end. */
function waitForThem(ports: Ports, look: Look): Turn | undefined {
  const { lane } = look
  if (underWay(look) < MOST_UNDER_WAY) return undefined
  const quiet = quietOf(ports, look)
  const isLost = ports.now() >= quiet.since + LOST_MS
  return { kind: 'wait', lane: isLost ? beginningAnew(lane) : { ...lane, quiet } }
}

/** Since when nothing has changed. */
const quietOf = (
  ports: Ports,
  { lane: { quiet }, counts: { open } }: Look,
): { open: number; since: number } => (quiet?.open === open ? quiet : { open, since: ports.now() })

/** Handed over, and not heard of yet. */
function underWay({ lane: { handed = 0, toHand = 0 }, counts: { open, awaiting }, wanted }: Look): number {
  return wanted === 1 ? 0 : handed - (toHand - (open - awaiting))
}

function sendTo({ lane, campaign }: Look, recipients: Recipient[]): Sending {
  return {
    kind: 'send',
    lane,
    recipients,
    last: recipients.at(-1)?.place === campaign.recipients - 1,
    after: (taken) => ({
      ...handedOver(lane, taken),
      cursor: (recipients[taken - 1]?.place ?? lane.cursor - 1) + 1,
    }),
  }
}

const handedOver = (lane: Lane, taken: number): Lane => ({ ...lane, handed: (lane.handed ?? 0) + taken })

/** A person who said yes, or is written to at another address, comes before others. */
async function lookAtReleased(table: TenantTable, look: Look): Promise<Turn | undefined> {
  const { lane, ledger, wanted } = look
  const { places, after } = await releasedSince(table, ledger, lane.released, wanted)
  if (places.length === 0) return undefined
  const rows = await table.getMany<Recipient>(places.map((place) => recipientKey({ ledger, place })))
  const recipients = rows.filter(({ status }) => status === 'PENDING')
  const next = { ...lane, ...(after !== undefined && { released: after }) }
  if (recipients.length === 0) return { kind: 'wait', lane: next }
  const afterwards = (taken: number) => handedOver(taken === recipients.length ? next : lane, taken)
  return { kind: 'send', lane, recipients, last: false, after: afterwards }
}

/** While first contacts are held, those ahead are passed over for the first who may be written to. */
async function lookAhead(table: TenantTable, look: Look): Promise<Turn> {
  const { lane, ledger, campaign, chain } = look
  const { rows } = await recipientsFrom(table, ledger, {
    after: lane.cursor - 1,
    limit: AHEAD,
    filter: { status: 'PENDING' },
    consistent: true,
  })
  const recipient = await firstAdmissible(table, chain, rows)
  if (recipient) return { ...sendTo(look, [recipient]), last: false }
  const last = rows.at(-1)
  const cursor = rows.length === AHEAD && last ? last.place + 1 : campaign.recipients
  return { kind: 'wait', lane: { ...lane, cursor } }
}

/**
 * The cursor is at the end: what lies behind it and is still open is handed over again (its hand-over was
 * lost, or it was held), or settled as unknown once its claim has run out. Postponed recipients are taken up when
 * they are due.
 */
async function lookBehind(ports: Ports, table: TenantTable, look: Look): Promise<Turn> {
  const { chain, lane, campaign, ledger, counts, sending, wanted } = look
  if (counts.open === counts.awaiting) return sending ? awaitAnswers(ports, table, look) : { kind: 'done' }
  const open = await recipientsFrom(table, ledger, {
    after: lane.settled - 1,
    limit: AHEAD,
    filter: { status: { in: sending ? ['PENDING', 'SENDING'] : ['SENDING'] } },
    consistent: true,
  })
  const [first] = open.rows
  const areMore = sending && open.rows.length < counts.open - counts.awaiting
  const postponed = areMore ? await takeUpPostponed(table, ledger, lane.settled, ports.now()) : NONE_POSTPONED
  if (!first && postponed.first !== undefined && postponed.takenUp === 0)
    return { kind: 'rest', lane, until: postponed.next }
  // What was counted a moment ago is settled: the next look counts again.
  if (!first) return sending ? { kind: 'wait', lane } : { kind: 'done' }
  const underWay = open.rows.filter((row) => row.status === 'SENDING')
  const overdue = underWay.filter((row) => ports.now() >= (row.claimedAt ?? 0) + CLAIM_MS)
  for (const row of overdue) await settleOverdue(ports, table, row)
  // Who was asked, or is not sent to now, stays open before those who are looked for here.
  const isFirst = sending && !campaign.confirmation
  const firstOpen = Math.min(first.place, postponed.first ?? first.place)
  const behind = { ...lane, settled: isFirst ? firstOpen : lane.settled }
  const pending = open.rows.filter((row) => row.status === 'PENDING')
  const held = isHeld(ports, chain)
  // Their commands may only be late: who is handed over twice costs others a turn.
  const quiet = quietOf(ports, look)
  if (!held && ports.now() < quiet.since + QUIET_MS) return { kind: 'wait', lane: { ...behind, quiet } }
  const one = held ? await firstAdmissible(table, chain, pending) : undefined
  const recipients = held ? (one ? [one] : []) : firstOf(pending, wanted)
  const last = open.rows.length === recipients.length
  const again = { ...behind, quiet: { open: counts.open, since: ports.now() } }
  if (recipients.length > 0) return { kind: 'send', lane: behind, recipients, last, after: () => again }
  if (!held || underWay.length > 0) return { kind: 'wait', lane: behind }
  const until = Math.min(chain.heldUntil ?? 0, ports.now() + LOOK_AT_HELD_MS, postponed.next)
  return { kind: 'rest', lane: behind, until }
}

/** Nobody is left but those who were asked. Whose time to answer is over is settled. */
async function awaitAnswers(ports: Ports, table: TenantTable, { lane, ledger }: Look): Promise<Turn> {
  const now = ports.now()
  let until = now + LOOK_AT_AWAITING_MS
  const asked = await recipientsFrom(table, ledger, {
    limit: AHEAD,
    filter: { status: 'AWAITING' },
    consistent: true,
  })
  let expired = 0
  for (const row of asked.rows) {
    const expiresAt = Date.parse(row.askedAt ?? '') + CONFIRMATION_MS
    until = Math.min(until, expiresAt)
    if (now < expiresAt) continue
    expired++
    if (await settleExpired(table, row)) await tell(ports, table, row)
  }
  return expired > 0 ? { kind: 'wait', lane } : { kind: 'rest', lane, until }
}

/** The first of these recipients whom a hold does not concern. */
async function firstAdmissible(
  table: TenantTable,
  { connectionId, heldFor = 'reach-out-lock' }: Chain,
  recipients: Recipient[],
): Promise<Recipient | undefined> {
  const keys = recipients.map(({ number }) => conversationKey(connectionId, chatOfNumber(number)))
  const rows = keys.length > 0 ? await table.getMany<Conversation>(keys) : []
  const conversations = new Map(rows.map((row) => [row.chat, row]))
  return recipients.find(({ number, chat }) => {
    if (chat) return true
    const { wroteAt, writtenAt } = conversations.get(chatOfNumber(number)) ?? {}
    return isExempt(heldFor, { wrote: wroteAt !== undefined, written: writtenAt !== undefined })
  })
}

async function settleOverdue(ports: Ports, table: TenantTable, row: Recipient): Promise<void> {
  if (await giveUp(table, row)) await tell(ports, table, row)
}

async function tell(ports: Ports, table: TenantTable, row: Recipient): Promise<void> {
  await ports.watchers.recipientChanged(table.companyId, row)
  await ports.watchers.countersChanged(table.companyId, row.campaignId)
}

async function finish(ports: Ports, table: TenantTable, campaign: StoredCampaign, lane: Lane): Promise<Turn> {
  const now = new Date(ports.now()).toISOString()
  if (await completeCampaign(table, campaign, now)) {
    await ports.watchers.countersChanged(table.companyId, lane.campaignId)
    await ports.watchers.campaignEnded?.(table.companyId, lane.campaignId)
    return { kind: 'done' }
  }
  const { status } = (await getCampaign(table, lane.campaignId)) ?? {}
  return status === 'EM_ANDAMENTO' ? { kind: 'wait', lane } : { kind: 'done' }
}
