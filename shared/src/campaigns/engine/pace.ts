import type { PaceTick } from '../../queues/jobs.ts'
import { SENT_AT_ONCE } from '../../queues/queues.ts'
import { chainIndex } from '../../table/indexes.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { intervalAfter, messagesAtOnce, type Pace, paceOf } from '../pacing.ts'
import type { Recipient } from '../recipient.ts'
import { opensAt as nextOpening } from '../send-windows.ts'
import { type StopReason, sendingStopOf } from '../sending-stop-store.ts'
import type { CampaignSettings } from '../settings.ts'
import { getSettings } from '../settings-store.ts'
import { asRead, type Chain, chainKey, getChain, parkChain, sendTick, withoutPastHold } from './chain.ts'
import { type Chosen, chosenOf, isToSend, NOBODY } from './choice.ts'
import { lookAtLanes, type Sending, type Turn } from './lanes.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A tick this much before its time hands over: the socket service waits out the rest by its own clock. */
const EARLY_MS = 1500
/** A chain with nothing to hand over looks again after so long; the queue makes it the whole second before. */
const LOOK_AGAIN_MS = 2000

/** Where no send window ever opens, a chain looks again after so long, in milliseconds. */
const LOOK_AT_WINDOWS_MS = 86_400_000

/**
 * One step of a connection's pace chain: hands over who is next and sends the next tick, or settles and
 * completes what is at its end. A tick that is not the chain's current one does nothing.
 */
export async function advanceChain(ports: Ports, tick: PaceTick): Promise<void> {
  const table = tenantOf(ports, tick.companyId)
  for (;;) {
    const chain = await getChain(table, tick.connectionId)
    if (!chain?.running || chain.parkedAt !== undefined) return
    if (chain.epoch !== tick.epoch || chain.seq !== tick.seq) return
    if ((await step(ports, table, chain)) === 'done') return
    // A hold came in between: who is next may be somebody else.
  }
}

async function step(ports: Ports, table: TenantTable, chain: Chain): Promise<'done' | 'again'> {
  const now = ports.now()
  const mayHandOver = now >= chain.nextAt - EARLY_MS
  if (!mayHandOver && chain.tickAt - EARLY_MS > now) {
    await sendTick(ports, chain, chain.tickAt)
    return 'done'
  }
  const [settings, stop] = await Promise.all([getSettings(table), sendingStopOf(ports, chain.companyId, now)])
  if (stop) return stopped(ports, chain, stop)
  const opensAt = opening(settings, Math.max(now, chain.nextAt), now)
  const pace = paceOf(settings)
  const wanted = messagesAtOnce(pace, chain.handedOver, SENT_AT_ONCE)
  const turns = await lookAtLanes(ports, table, chain, wanted)
  const chosen = mayHandOver && opensAt === undefined ? chosenOf(chain, turns, wanted) : NOBODY
  const lanes = turns.flatMap((turn) => (turn.kind === 'done' ? [] : [chosen.laneOf(turn)]))
  if (lanes.length === 0) {
    await stopChain(table, chain)
    return 'done'
  }
  const next = { ...withoutPastHold(chain, now), lanes, seq: chain.seq + 1, closedUntil: opensAt }
  const paced =
    chosen.recipients.length > 0
      ? { ...next, ...paceAfter(ports, pace, chain, turns, chosen) }
      : { ...next, tickAt: opensAt ?? nextLook(chain, turns, now) }
  const when = { ...asRead(chain), parkedAt: { exists: false } }
  if (!(await committed(table.put({ ...paced, ...chainKey(chain.connectionId) }, when)))) return 'again'
  if (chosen.recipients.length > 0) await handOver(ports, chain, chosen.recipients)
  await tellOfRest(ports, chain, paced)
  await sendTick(ports, paced, paced.tickAt)
  return 'done'
}

/** All sending is stopped: whoever lifts that, or the sweep after it, sets the chain going again. */
async function stopped(ports: Ports, chain: Chain, stop: StopReason): Promise<'done'> {
  await parkChain(ports, chain, stop)
  for (const { campaignId } of chain.lanes) await ports.watchers.countersChanged(chain.companyId, campaignId)
  return 'done'
}

/** When the company's send windows let messages leave again; undefined where they do at that moment. */
function opening({ sendWindows, timezone }: CampaignSettings, at: number, now: number): number | undefined {
  if (!sendWindows?.enabled) return undefined
  const opensAt = nextOpening(sendWindows, timezone, at)
  if (opensAt === null) return now + LOOK_AT_WINDOWS_MS
  return opensAt > at ? opensAt : undefined
}

/** People are told why nothing happens for a while. */
async function tellOfRest(ports: Ports, before: Chain, after: Chain): Promise<void> {
  const isNew =
    (after.longer && after.handedOver !== before.handedOver) || after.closedUntil !== before.closedUntil
  if (!isNew) return
  for (const { campaignId } of after.lanes) await ports.watchers.countersChanged(after.companyId, campaignId)
}

function handOver(
  ports: Ports,
  { companyId, connectionId, epoch, seq, nextAt: notBefore, intervalMs }: Chain,
  recipients: readonly Recipient[],
): Promise<void> {
  return ports.queues.command(
    {
      kind: 'send',
      companyId,
      connectionId,
      epoch,
      seq,
      notBefore,
      intervalMs,
      recipients: recipients.map(({ campaignId, ledger, place, attempt }) => ({
        campaignId,
        ledger,
        place,
        attempt,
      })),
    },
    // FIFO forgets nothing for five minutes: each step of the chain is a message of its own.
    `${connectionId}-${epoch}-${seq}`,
  )
}

/** When a step without a hand-over is followed by the next. */
function nextLook(chain: Chain, turns: Turn[], now: number): number {
  if (turns.some(isToSend)) return chain.nextAt
  const rests = turns.flatMap((turn) => (turn.kind === 'rest' ? turn.until : []))
  const allRest = turns.every(({ kind }) => kind === 'rest' || kind === 'done')
  return allRest ? Math.max(now, Math.min(...rests)) : now + LOOK_AGAIN_MS
}

function paceAfter(
  ports: Ports,
  pace: Pace,
  chain: Chain,
  turns: Turn[],
  { recipients, lastCampaign }: Chosen,
): Pick<Chain, 'nextAt' | 'intervalMs' | 'longer' | 'tickAt' | 'turn' | 'handedOver'> {
  const now = ports.now()
  const handedOver = chain.handedOver + recipients.length
  const interval = intervalAfter(pace, handedOver, ports.random())
  const nextAt = Math.max(now, chain.nextAt) + interval.ms
  const open = turns.filter(({ kind }) => kind !== 'done')
  const turn = open.findIndex((one) => one.kind !== 'done' && one.lane.campaignId === lastCampaign) + 1
  // After the last one there is only its result to wait for, not an interval.
  const sending = turns.filter(isToSend)
  const handedAll = sending.every(({ last }) => last) && recipients.length === sumOf(sending)
  const tickAt = handedAll ? now + LOOK_AGAIN_MS : nextAt
  return { nextAt, intervalMs: interval.ms, longer: interval.longer, tickAt, turn, handedOver }
}

const sumOf = (sending: Sending[]): number => sending.reduce((sum, turn) => sum + turn.recipients.length, 0)

async function stopChain(table: TenantTable, chain: Chain): Promise<void> {
  const { companyId, connectionId, epoch, seq } = chain
  const stopped = { ...chain, lanes: [], running: false, seq: seq + 1 }
  await committed(
    table.transact([
      { put: { ...stopped, ...chainKey(connectionId) }, when: { epoch, seq } },
      { index: chainIndex.delete(companyId, connectionId) },
    ]),
  )
}
