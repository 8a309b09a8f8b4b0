import { conversationKey } from '../../conversations/conversation.ts'
import { firstOf } from '../../first-of.ts'
import { chatOfNumber } from '../../messages/chat.ts'
import { CLAIM_MS } from '../../messages/claim-time.ts'
import { spellingsOf } from '../../phone-numbers/canonical-key.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { CONFIRMATION_MS, settleExpired } from '../ledger/confirmation.ts'
import { getCounts } from '../ledger/counts.ts'
import { nextPending, recipientsFrom } from '../ledger/ledger.ts'
import { NONE_POSTPONED, takeUpPostponed } from '../ledger/postpone.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { giveUp } from '../ledger/settle.ts'
import { completeCampaign, getCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { beginningAnew, type Chain, type Lane, withoutPastHold } from './chain.ts'
import { isAdmissible } from './first-contacts.ts'
import { logCampaign } from './log-campaign.ts'
import { pauseFor } from './pause.ts'
import type { EnginePorts } from './ports.ts'
import { lookAtReleased } from './released.ts'
import { handedOver, type Look, type Sending, type Turn } from './turn.ts'
import { reachesNoPhone, undeliveredAt } from './undelivered.ts'

const AHEAD = 25
/** Held recipients behind the cursor that one look looks at. */
const HELD_AT_ONCE = 100
/** A lane with held recipients only is looked at this often, in milliseconds: some may have written meanwhile. */
const LOOK_AT_HELD_MS = 60_000
/** A round of a long list takes about this long, in milliseconds. */
const HELD_ROUND_MS = 15 * 60_000
/** Shortest time between two looks at held recipients, in milliseconds. */
const LOOK_AT_MANY_HELD_MS = 10_000
/** A lane that waits for answers looks this often, in milliseconds, for expired questions. Each answer wakes it. */
const LOOK_AT_AWAITING_MS = 900_000

/** Without an interval, at most this many recipients are under way to the socket service: more would go stale. */
const MOST_UNDER_WAY = 200
/** A hand-over without a result after this many ms counts as lost. */
const LOST_MS = 10_000
/** At the end, open recipients are handed over again if no result came for this many milliseconds. */
const QUIET_MS = 3000

/** Finds the next recipients of each campaign of a chain. Settles overdue recipients and completes ended campaigns. */
export async function lookAtLanes(
  ports: EnginePorts,
  table: TenantTable,
  chain: Chain,
  wanted: number,
): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const lane of chain.lanes) turns.push(await lookAtLane(ports, table, chain, lane, wanted))
  return turns
}

async function lookAtLane(
  ports: EnginePorts,
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
  const undelivered = undeliveredAt(lane.undelivered, counts, ports.now())
  const isLost = isSending(campaign, chain) && reachesNoPhone(undelivered, ports.now())
  if (isLost) await pauseFor(ports, campaign, 'undelivered')
  const sending = !isLost && isSending(campaign, chain)
  const begun = { ...lane, undelivered, toHand: lane.toHand ?? counts.open - counts.awaiting }
  const look: Look = { chain, lane: begun, campaign, ledger: campaign.ledger, counts, sending, wanted }
  if (counts.open === 0) return finish(ports, table, campaign, lane)
  if (sending && (campaign.confirmation || counts.turned)) {
    const released = await lookAtReleased(table, look)
    if (released.kind !== 'none') return released
    look.lane = released.lane
  }
  const ahead = sending && lane.cursor < campaign.recipients
  if (ahead && isHeld(ports, chain)) return lookAhead(table, look)
  const onTheirWay = waitForThem(ports, look)
  if (ahead && onTheirWay) return onTheirWay
  if (ahead) {
    const recipients = await nextPending(table, look.ledger, lane.cursor, wanted)
    if (recipients.length > 0) return sendTo(look, recipients)
  }
  // A lane that is not sending keeps its cursor, so that a resumed campaign goes on from there.
  const lookingBack = sending ? { ...look.lane, cursor: campaign.recipients } : look.lane
  return lookBehind(ports, table, { ...look, lane: lookingBack })
}

/** Whether a campaign hands over recipients on this chain, as far as the campaign decides. */
export const isSending = (
  { status, pausedAt, whatsappId, resends, resendsReady }: StoredCampaign,
  { connectionId }: Pick<Chain, 'connectionId'>,
): boolean =>
  status === 'EM_ANDAMENTO' && !pausedAt && whatsappId === connectionId && resends === resendsReady

const isHeld = (ports: EnginePorts, chain: Chain): boolean =>
  withoutPastHold(chain, ports.now()).heldUntil !== undefined

/** Waits while enough are under way. Without a result for a while they count as lost, and the lane begins anew. */
function waitForThem(ports: EnginePorts, look: Look): Turn | undefined {
  const { lane } = look
  if (underWay(look) < MOST_UNDER_WAY) return undefined
  const quiet = quietOf(ports, look)
  const isLost = ports.now() >= quiet.since + LOST_MS
  return { kind: 'wait', lane: isLost ? beginningAnew(lane) : { ...lane, quiet } }
}

/** The number of open recipients, and since when it has not changed. */
const quietOf = (
  ports: EnginePorts,
  { lane: { quiet }, counts: { open } }: Look,
): { open: number; since: number } => (quiet?.open === open ? quiet : { open, since: ports.now() })

/** The number of recipients handed over without a result yet. */
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

/** While first contacts are held, finds the first recipient ahead that the hold does not concern. */
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
 * Looks behind the cursor, which is at the end. Open recipients (a lost hand-over, or an ended hold) are handed over
 * again. Recipients with an expired claim are settled as unknown. Due postponed recipients are taken up. While first
 * contacts are held, each look goes on where the one before ended, since any held recipient may have written meanwhile.
 */
async function lookBehind(ports: EnginePorts, table: TenantTable, look: Look): Promise<Turn> {
  const { chain, campaign, ledger, counts, sending, wanted } = look
  const held = isHeld(ports, chain)
  const { heldFrom, ...fromStart } = look.lane
  const goesOn = sending && held && heldFrom !== undefined
  const lane = goesOn ? look.lane : fromStart
  if (counts.open === counts.awaiting) return sending ? awaitAnswers(ports, table, look) : { kind: 'done' }
  const limit = held ? HELD_AT_ONCE : AHEAD
  const read = (...status: Recipient['status'][]) =>
    recipientsFrom(table, ledger, {
      after: (goesOn ? heldFrom : lane.settled) - 1,
      limit,
      filter: { status: { in: status } },
      consistent: true,
    })
  // In one reading: of two, a recipient who is postponed or taken up in between would be in neither.
  const seen = sending ? await read('PENDING', 'SENDING', 'POSTPONED') : await read('SENDING')
  const seesPostponed = seen.rows.some(({ status }) => status === 'POSTPONED')
  const open = seesPostponed ? await read('PENDING', 'SENDING') : seen
  const arePostponed = sending && (seesPostponed || counts.postponed !== 0)
  const [first] = open.rows
  const postponed = arePostponed
    ? await takeUpPostponed(table, ledger, lane.settled, ports.now())
    : NONE_POSTPONED
  if (!first && goesOn) return { kind: 'wait', lane: fromStart }
  if (!first && postponed.first !== undefined && postponed.takenUp === 0)
    return { kind: 'rest', lane, until: postponed.next }
  // The recipients were settled after the counts were read: the next look reads the counts again.
  if (!first) return sending ? { kind: 'wait', lane } : { kind: 'done' }
  const underWay = open.rows.filter((row) => row.status === 'SENDING')
  const overdue = underWay.filter((row) => ports.now() >= (row.claimedAt ?? 0) + CLAIM_MS)
  await settleEach(ports, table, overdue, giveUp)
  // The query leaves out asked recipients, and unless sending also PENDING ones: `settled` must not pass them.
  const isFirst = sending && !campaign.confirmation && !goesOn
  const settled = Math.min(first.place, seen.rows[0]?.place ?? first.place)
  const behind = { ...lane, settled: isFirst ? settled : lane.settled }
  const pending = open.rows.filter((row) => row.status === 'PENDING')
  // Their commands may only be late, and a second hand-over would cost other recipients a turn.
  const quiet = quietOf(ports, look)
  if (!held && ports.now() < quiet.since + QUIET_MS) return { kind: 'wait', lane: { ...behind, quiet } }
  const one = held ? await firstAdmissible(table, chain, pending) : undefined
  const recipients = held ? (one ? [one] : []) : firstOf(pending, wanted)
  const last = open.rows.length === recipients.length && !goesOn
  const again = { ...behind, quiet: { open: counts.open, since: ports.now() } }
  if (recipients.length > 0) return { kind: 'send', lane: behind, recipients, last, after: () => again }
  if (!held || underWay.length > 0) return { kind: 'wait', lane: behind }
  const until = Math.min(chain.heldUntil ?? 0, ports.now() + heldLookMs(counts.open), postponed.next)
  const end = open.after
  const next = { ...fromStart, settled: behind.settled, ...(end !== undefined && { heldFrom: end + 1 }) }
  return { kind: 'rest', lane: next, until }
}

const heldLookMs = (open: number): number =>
  Math.max(LOOK_AT_MANY_HELD_MS, Math.min(LOOK_AT_HELD_MS, (HELD_ROUND_MS * HELD_AT_ONCE) / open))

/** Only asked recipients are left. Those whose time to answer is over are settled. */
async function awaitAnswers(ports: EnginePorts, table: TenantTable, { lane, ledger }: Look): Promise<Turn> {
  const now = ports.now()
  const asked = await recipientsFrom(table, ledger, {
    limit: AHEAD,
    filter: { status: 'AWAITING' },
    consistent: true,
  })
  const endOf = ({ askedAt = '' }: Recipient) => Date.parse(askedAt) + CONFIRMATION_MS
  const expired = asked.rows.filter((row) => now >= endOf(row))
  await settleEach(ports, table, expired, settleExpired)
  if (expired.length > 0) return { kind: 'wait', lane }
  return { kind: 'rest', lane, until: Math.min(now + LOOK_AT_AWAITING_MS, ...asked.rows.map(endOf)) }
}

/** The first recipient that the hold does not concern. */
async function firstAdmissible(
  table: TenantTable,
  { connectionId, heldFor = 'reach-out-lock' }: Chain,
  recipients: Recipient[],
): Promise<Recipient | undefined> {
  const chatsOf = (number: string) => spellingsOf(number).map((one) => chatOfNumber(one))
  const chats = new Set(recipients.flatMap(({ erased, number }) => (erased ? [] : chatsOf(number))))
  const keys = [...chats].map((chat) => conversationKey(connectionId, chat))
  // This only proposes: admission reads the conversations again, strongly consistently.
  const rows = keys.length > 0 ? await table.getMany(keys, { consistent: false }) : []
  const conversations = new Map(rows.map((row) => [row.chat, row]))
  return recipients.find((recipient) => {
    const { number, chat, erased } = recipient
    // An erased person gets no message: their hand-over only settles the row.
    if (chat || erased) return true
    const theirs = chatsOf(number).flatMap((one) => conversations.get(one) ?? [])
    return isAdmissible(heldFor, theirs, recipient)
  })
}

/** Settles recipients of one campaign. Its counters are reported once for all of them. */
async function settleEach(
  ports: EnginePorts,
  table: TenantTable,
  rows: readonly Recipient[],
  settle: (table: TenantTable, row: Recipient) => Promise<boolean>,
): Promise<void> {
  const settled: Recipient[] = []
  for (const row of rows) {
    if (!(await settle(table, row))) continue
    settled.push(row)
    await ports.watchers.recipientChanged(table.companyId, row)
  }
  const [first] = settled
  if (first) await ports.watchers.countersChanged(table.companyId, first.campaignId)
}

async function finish(
  ports: EnginePorts,
  table: TenantTable,
  campaign: StoredCampaign,
  lane: Lane,
): Promise<Turn> {
  const now = new Date(ports.now()).toISOString()
  const isEndedNow = await completeCampaign(table, campaign, now)
  if (isEndedNow) logCampaign(ports, campaign, { status: 'FINALIZADA' })
  const status = isEndedNow ? 'FINALIZADA' : (await getCampaign(table, lane.campaignId))?.status
  if (status === 'EM_ANDAMENTO') return { kind: 'wait', lane }
  // The tick that ended it may have broken off before this.
  if (status === 'FINALIZADA') {
    await ports.watchers.countersChanged(table.companyId, lane.campaignId)
    await ports.watchers.campaignEnded?.(table.companyId, lane.campaignId)
  }
  return { kind: 'done' }
}
