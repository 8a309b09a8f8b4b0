import type { HoldReason } from '../../connections/health.ts'
import type { Hold } from '../../connections/health-store.ts'
import { allConnections } from '../../connections/store.ts'
import { tenantOf } from '../../ports/ports.ts'
import type { SendCommand } from '../../queues/commands.ts'
import { chainIndex } from '../../table/indexes.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type All, committed, type Key, keyIn, putRow, type When } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { delaySeconds, intervalAfter, paceOf } from '../schedule/pacing.ts'
import type { CampaignStop } from '../store/sending-stops.ts'
import { getSettings } from '../store/settings.ts'
import type { EnginePorts } from './ports.ts'
import type { Undelivered } from './undelivered.ts'

/** One campaign's place in a connection's chain. */
export interface Lane {
  campaignId: string
  /** The next place in the ledger to look at; only a hint. */
  cursor: number
  /** Every recipient before this place is settled. */
  settled: number
  /** Place where the next look at held recipients begins. Unset: at the first open recipient. */
  heldFrom?: number
  /** Released recipients (who said yes to a confirmation) up to here were already looked at. */
  released?: string
  /** Recipients handed over since the lane began, and how many were waiting then. */
  handed?: number
  toHand?: number
  /** Messages since the last receipt of a phone. */
  undelivered?: Undelivered
  /** At the end: the number of open recipients, and since when it has not changed, in milliseconds since 1970. */
  quiet?: { open: number; since: number }
}

/** Why a chain is parked until another event resumes it. */
export type ParkReason = 'connection' | 'fault' | CampaignStop

/**
 * The pace of one connection, shared by all campaigns on it. A tick with another epoch or seq than this row is stale
 * and dropped, so only one of two equal ticks takes effect.
 */
export interface Chain {
  companyId: string
  connectionId: string
  /** Raised by every change that makes older ticks and commands void. */
  epoch: number
  seq: number
  running: boolean
  lanes: Lane[]
  /** Index of the next campaign: campaigns alternate recipient by recipient. */
  turn: number
  /** Messages handed over so far; the longer pause counts them. */
  handedOver: number
  /** Earliest time of the next message, in milliseconds since 1970. */
  nextAt: number
  /** The pause before the next message, in milliseconds. */
  intervalMs: number
  /** Whether that pause is the longer one. */
  longer: boolean
  /** When the next tick is due, in milliseconds since 1970. */
  tickAt: number
  /** Set while nothing can be sent: the connection is closed, or all sending is stopped. */
  parkedAt?: number
  parkedFor?: ParkReason
  /** When the company's send windows open again, in milliseconds since 1970. */
  closedUntil?: number
  /** First messages to people who never wrote wait until then, in milliseconds since 1970; other messages leave. */
  heldUntil?: number
  heldFor?: HoldReason
}

export const chainKey = (connectionId: string): Key<Chain> => keyIn('CHAINS', connectionId)

export const getChain = (table: TenantTable, connectionId: string) => table.get(chainKey(connectionId))

/** Adds a campaign to its connection's chain and starts the chain. Idempotent for the recipients. */
export async function joinChain(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  campaignId: string,
): Promise<void> {
  const pace = paceOf(await getSettings(tenantOf(ports, companyId)))
  const first = intervalAfter(pace, 0, ports.random())
  await renewChain(ports, companyId, connectionId, ({ lanes, intervalMs }) => {
    // Also with an existing lane. A step that saw the campaign paused may be about to remove it, and one of a campaign that
    // ended may be left: a resend begins at recipients before it.
    const others = lanes.filter((lane) => lane.campaignId !== campaignId)
    return {
      running: true,
      lanes: [...others, { campaignId, cursor: 0, settled: 0 }],
      // The first message keeps an interval too: its command may come late, after the commands of other campaigns.
      intervalMs: intervalMs || first.ms,
    }
  })
}

/**
 * Resumes the chain because the connection is open. The next message leaves an interval after `lastWriteAt`
 * (milliseconds since 1970) at the earliest. Earlier commands are void.
 */
export const resumeChain = (ports: EnginePorts, companyId: string, connectionId: string, lastWriteAt = 0) =>
  renewChain(ports, companyId, connectionId, (chain) =>
    chain.running ? { nextAt: Math.max(chain.nextAt, lastWriteAt + chain.intervalMs) } : undefined,
  )

/** Parks the chain until the connection opens, or sending is allowed again. @returns whether this call parked it */
export async function parkChain(
  ports: EnginePorts,
  { companyId, connectionId, epoch }: Pick<Chain, 'companyId' | 'connectionId' | 'epoch'>,
  reason: ParkReason,
): Promise<boolean> {
  const isParked = await committed(
    tenantOf(ports, companyId).update(
      chainKey(connectionId),
      { set: { parkedAt: ports.now(), parkedFor: reason } },
      { epoch, running: true, parkedAt: { exists: false } },
    ),
  )
  if (isParked) ports.log.info('chain parked', { companyId, connectionId, epoch, reason })
  return isParked
}

/** A chain is woken only if its next tick is further away than this, in milliseconds. */
const RESTING_MS = 5000

/** Wakes a resting chain because it has something to send again. An active chain finds it at its next tick. */
export const wakeChain = (ports: EnginePorts, companyId: string, connectionId: string): Promise<void> =>
  renewChain(ports, companyId, connectionId, (chain) =>
    chain.running && chain.parkedAt === undefined && chain.tickAt > ports.now() + RESTING_MS ? {} : undefined,
  )

/** Wakes every chain of a company after a change that concerns all its campaigns, as in its settings. */
export async function wakeChains(ports: EnginePorts, companyId: string): Promise<void> {
  const connections = await allConnections(tenantOf(ports, companyId))
  for (const { id } of connections) {
    const isRunning = (chain: Chain) => (chain.running ? {} : undefined)
    await renewChain(ports, companyId, id, isRunning)
  }
}

/**
 * Holds first contacts back. A recipient that is already handed over is checked once more before the send.
 * @param found epoch of the command that found the hold. A hold found under an older epoch is ignored.
 */
export async function holdFirstContacts(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  { until, reason }: Hold,
  found?: { epoch: number },
): Promise<boolean> {
  const isHeld = await committed(
    tenantOf(ports, companyId).update(
      chainKey(connectionId),
      { set: { heldUntil: until, heldFor: reason } },
      { running: true, ...found },
    ),
  )
  if (isHeld) ports.log.info('first contacts held', { companyId, connectionId, ...found, reason, until })
  return isHeld
}

/**
 * Lifts a hold whose reason ended early, and lets held recipients go on. The reason's end must be stored before. The
 * chain is renewed even without a hold: a command may have read the old state and be about to write one.
 */
export const liftHold = (
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  reason: HoldReason,
): Promise<void> =>
  renewChain(ports, companyId, connectionId, ({ running, heldFor }) => {
    if (!running) return undefined
    return heldFor === reason ? { heldUntil: 0 } : {}
  })

/**
 * Undoes the pace of a step whose recipients were all skipped: no message left, so no interval follows, and the step
 * does not count towards the longer pause. The next recipient gets the same moment. Does nothing once the chain has
 * taken another step, or was renewed or parked.
 */
export async function takeBackStep(
  ports: EnginePorts,
  { companyId, connectionId, epoch, seq, notBefore, intervalMs, recipients }: SendCommand,
): Promise<void> {
  if (seq === undefined) return
  const now = ports.now()
  const change = {
    set: { seq: seq + 2, nextAt: notBefore, intervalMs, longer: false, tickAt: now },
    add: { handedOver: -recipients.length },
  }
  const when = { epoch, seq: seq + 1, running: true, parkedAt: { exists: false } }
  const table = tenantOf(ports, companyId)
  if (!(await committed(table.update(chainKey(connectionId), change, when)))) return
  await sendTick(ports, { companyId, connectionId, epoch, seq: seq + 2 }, now)
}

/** Starts a new epoch with one tick. `change` returns the other changes, or undefined to leave the chain as it is. */
async function renewChain(
  ports: EnginePorts,
  companyId: string,
  connectionId: string,
  change: (chain: Chain) => Partial<Chain> | undefined,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const read = () => getChain(table, connectionId)
  await retrying(table, read, async (stored) => {
    const chain = stored ?? newChain(companyId, connectionId)
    const changes = change(chain)
    if (!changes) return
    const now = ports.now()
    const {
      parkedAt: _,
      parkedFor: __,
      closedUntil: ___,
      ...rest
    } = withoutPastHold({ ...chain, ...changes }, now)
    const nextAt = Math.max(now, rest.nextAt)
    const lanes = rest.lanes.map(beginningAnew)
    const next = { ...rest, lanes, epoch: chain.epoch + 1, seq: 0, nextAt, tickAt: now }
    const when: When<Chain> = stored ? asRead(chain) : { pk: { exists: false } }
    const renewed = table.transact([
      putRow({ ...next, ...chainKey(connectionId) }, when),
      { index: chainIndex.put(companyId, connectionId) },
    ])
    if (!(await committed(renewed))) return AGAIN
    ports.log.info('chain renewed', { companyId, connectionId, epoch: next.epoch, seq: next.seq })
    await sendTick(ports, next, next.tickAt)
  })
}

/** More places than can be under way to the socket service at once. */
const LOOKED_AT_AGAIN = 300

/** A lane with nothing under way: its commands are void or lost, and their recipients are handed over again. */
export const beginningAnew = ({
  campaignId,
  cursor,
  settled,
  heldFrom,
  released,
  undelivered,
}: Lane): Lane => ({
  campaignId,
  settled,
  cursor: Math.max(settled, cursor - LOOKED_AT_AGAIN),
  ...(heldFrom !== undefined && { heldFrom }),
  ...(released !== undefined && { released }),
  ...(undelivered !== undefined && { undelivered }),
})

/** The condition that the chain is unchanged since it was read: neither a tick nor a hold came in between. */
export const asRead = ({ epoch, seq, heldUntil }: Chain): All<Chain> => ({
  epoch,
  seq,
  heldUntil: heldUntil ?? { exists: false },
})

/** Ends a hold whose time is over. The lanes go back to the recipients that it left out. */
export function withoutPastHold(chain: Chain, now: number): Chain {
  const { heldUntil, heldFor: _, ...rest } = chain
  if (heldUntil === undefined) return rest
  if (heldUntil > now) return chain
  return {
    ...rest,
    lanes: rest.lanes.map(({ heldFrom: __, ...lane }) => ({ ...lane, cursor: lane.settled })),
  }
}

const newChain = (companyId: string, connectionId: string): Chain => ({
  companyId,
  connectionId,
  epoch: 0,
  seq: 0,
  running: false,
  lanes: [],
  turn: 0,
  handedOver: 0,
  nextAt: 0,
  intervalMs: 0,
  longer: false,
  tickAt: 0,
})

export const sendTick = (
  ports: EnginePorts,
  { companyId, connectionId, epoch, seq }: Pick<Chain, 'companyId' | 'connectionId' | 'epoch' | 'seq'>,
  at: number,
) => ports.queues.send('pace', { companyId, connectionId, epoch, seq }, delaySeconds(at - ports.now()))
