import { opensAt as nextOpening } from '../../calendar/weekly-hours.ts'
import { tenantOf } from '../../ports/ports.ts'
import type { PaceTick } from '../../queues/jobs.ts'
import { SENT_AT_ONCE } from '../../queues/queues.ts'
import { chainIndex } from '../../table/indexes.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { committed, putRow } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { CampaignSettings } from '../contract/settings.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { intervalAfter, messagesAtOnce, type Pace, paceOf } from '../schedule/pacing.ts'
import { type CampaignStop, campaignStopOf } from '../store/sending-stops.ts'
import { getSettings } from '../store/settings.ts'
import { asRead, type Chain, chainKey, getChain, parkChain, sendTick, withoutPastHold } from './chain.ts'
import { type Chosen, chosenOf, isToSend, NOBODY } from './choice.ts'
import { parkOnFault } from './faults.ts'
import { lookAtLanes } from './lanes.ts'
import type { EnginePorts } from './ports.ts'
import type { Sending, Turn } from './turn.ts'

/** A tick may hand over this early, in milliseconds: the socket service waits for the exact moment. */
const EARLY_MS = 1500
/** A chain with nothing to hand over looks again after this many milliseconds; SQS rounds down to whole seconds. */
const LOOK_AGAIN_MS = 2000

/** If no send window ever opens, the chain looks again after this many milliseconds. */
const LOOK_AT_WINDOWS_MS = 86_400_000

/**
 * Takes one step of a connection's chain: it hands over the next recipients, or settles and completes the lanes at
 * their end, and then sends the next tick. A stale tick does nothing.
 */
export const advanceChain = (ports: EnginePorts, tick: PaceTick): Promise<void> =>
  parkOnFault(ports, 'pace', tick, undefined, () => takeStep(ports, tick))

async function takeStep(ports: EnginePorts, tick: PaceTick): Promise<void> {
  const table = tenantOf(ports, tick.companyId)
  await retrying(
    table,
    () => getChain(table, tick.connectionId),
    async (chain) => {
      if (!chain?.running || chain.parkedAt !== undefined) return
      if (chain.epoch !== tick.epoch || chain.seq !== tick.seq) return
      return step(ports, table, chain)
    },
  )
}

/** @returns AGAIN if a hold was written meanwhile: another recipient may be next */
async function step(ports: EnginePorts, table: TenantTable, chain: Chain): Promise<undefined | typeof AGAIN> {
  const now = ports.now()
  const mayHandOver = now >= chain.nextAt - EARLY_MS
  if (!mayHandOver && chain.tickAt - EARLY_MS > now) {
    await sendTick(ports, chain, chain.tickAt)
    return undefined
  }
  const [settings, stop] = await Promise.all([
    getSettings(table, { consistent: false }),
    confirmedStopOf(ports, chain.companyId, now),
  ])
  if (stop) return parkStopped(ports, chain, stop)
  const opensAt = opening(settings, Math.max(now, chain.nextAt), now)
  const pace = paceOf(settings)
  const wanted = messagesAtOnce(pace, chain.handedOver, SENT_AT_ONCE)
  const turns = await lookAtLanes(ports, table, withoutPastHold(chain, now), wanted)
  const chosen = mayHandOver && opensAt === undefined ? chosenOf(chain, turns, wanted) : NOBODY
  const lanes = turns.flatMap((turn) => (turn.kind === 'done' ? [] : [chosen.laneOf(turn)]))
  if (lanes.length === 0) {
    await stopChain(ports, table, chain)
    return undefined
  }
  const next = { ...withoutPastHold(chain, now), lanes, seq: chain.seq + 1, closedUntil: opensAt }
  const paced =
    chosen.recipients.length > 0
      ? { ...next, ...paceAfter(ports, pace, chain, turns, chosen) }
      : { ...next, tickAt: nextLook(chain, turns, now, opensAt) }
  const when = { ...asRead(chain), parkedAt: { exists: false } }
  if (!(await committed(table.put({ ...paced, ...chainKey(chain.connectionId) }, when)))) return AGAIN
  if (chosen.recipients.length > 0) await handOver(ports, chain, chosen.recipients)
  await sendTick(ports, paced, paced.tickAt)
  await tellOfRest(ports, chain, paced)
  return undefined
}

/**
 * Why the company may not send now. The first, cheaper read may miss a new stop: the socket service then finds it. It may
 * also find a stop that is over, so the second read confirms it.
 */
const confirmedStopOf = async (ports: EnginePorts, companyId: string, now: number) =>
  (await campaignStopOf(ports, companyId, now, { consistent: false })) &&
  (await campaignStopOf(ports, companyId, now))

/** Parks the chain because all sending is stopped. Lifting the stop resumes it, and so does the sweep. */
async function parkStopped(ports: EnginePorts, chain: Chain, stop: CampaignStop): Promise<undefined> {
  await parkChain(ports, chain, stop)
  for (const { campaignId } of chain.lanes) await ports.watchers.countersChanged(chain.companyId, campaignId)
}

/** When the company's send windows open after `at`; undefined if they are open at that moment. */
function opening({ sendWindows, timezone }: CampaignSettings, at: number, now: number): number | undefined {
  if (!sendWindows?.enabled) return undefined
  const opensAt = nextOpening(sendWindows, timezone, at)
  if (opensAt === null) return now + LOOK_AT_WINDOWS_MS
  return opensAt > at ? opensAt : undefined
}

/** Notifies browsers of a longer pause or a closed send window, so that people see why nothing is sent. */
async function tellOfRest(ports: EnginePorts, before: Chain, after: Chain): Promise<void> {
  const isNew =
    (after.longer && after.handedOver !== before.handedOver) || after.closedUntil !== before.closedUntil
  if (!isNew) return
  for (const { campaignId } of after.lanes) await ports.watchers.countersChanged(after.companyId, campaignId)
}

function handOver(
  ports: EnginePorts,
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
    // A FIFO queue drops duplicates for five minutes, so each step of the chain needs an id of its own.
    `${connectionId}-${epoch}-${seq}`,
  )
}

/**
 * The time of the next step after a step without a hand-over. While the send windows are closed, the chain sleeps once the
 * messages under way are settled: a campaign whose last message left just before the end ends then.
 */
function nextLook(chain: Chain, turns: Turn[], now: number, opensAt: number | undefined): number {
  if (opensAt !== undefined)
    return turns.some(({ kind }) => kind === 'wait') ? Math.min(opensAt, now + LOOK_AGAIN_MS) : opensAt
  if (turns.some(isToSend)) return chain.nextAt
  const rests = turns.flatMap((turn) => (turn.kind === 'rest' ? turn.until : []))
  const allRest = turns.every(({ kind }) => kind === 'rest' || kind === 'done')
  return allRest ? Math.max(now, Math.min(...rests)) : now + LOOK_AGAIN_MS
}

function paceAfter(
  ports: EnginePorts,
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
  // After the last recipient the chain waits for the result only, not for an interval.
  const sending = turns.filter(isToSend)
  const handedAll = sending.every(({ last }) => last) && recipients.length === sumOf(sending)
  const tickAt = handedAll ? now + LOOK_AGAIN_MS : nextAt
  return { nextAt, intervalMs: interval.ms, longer: interval.longer, tickAt, turn, handedOver }
}

const sumOf = (sending: Sending[]): number => sending.reduce((sum, turn) => sum + turn.recipients.length, 0)

async function stopChain(ports: EnginePorts, table: TenantTable, chain: Chain): Promise<void> {
  const { companyId, connectionId, epoch, seq } = chain
  const stopped = { ...chain, lanes: [], running: false, seq: seq + 1 }
  const isStopped = await committed(
    table.transact([
      putRow({ ...stopped, ...chainKey(connectionId) }, { epoch, seq }),
      { index: chainIndex.delete(companyId, connectionId) },
    ]),
  )
  if (isStopped) ports.log.info('chain ended', { companyId, connectionId, epoch, seq: stopped.seq })
}
