import type { HoldReason } from '../../connections/health.ts'
import type { Hold } from '../../connections/health-store.ts'
import { allConnections } from '../../connections/store.ts'
import type { SendCommand } from '../../queues/commands.ts'
import { chainIndex } from '../../table/indexes.ts'
import { type All, committed, type Key, type When } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { delaySeconds, intervalAfter, paceOf } from '../pacing.ts'
import type { StopReason } from '../sending-stop-store.ts'
import { getSettings } from '../settings-store.ts'
import { type Ports, tenantOf } from './ports.ts'

/** One campaign's place in a connection's chain. */
export interface Lane {
  campaignId: string
  /** The next place of the ledger to look at; only a hint. */
  cursor: number
  /** Every recipient before this place is known to be settled. */
  settled: number
  /** Who said yes to a confirmation has been looked at up to here. */
  released?: string
  /** Recipients handed over since the lane began, and how many there were to hand over then. */
  handed?: number
  toHand?: number
  /** At the end: how many were open when something last changed, and when that was, in milliseconds since 1970. */
  quiet?: { open: number; since: number }
}

/** Why a chain stands still until something else happens. */
export type ParkReason = 'connection' | StopReason

/**
 * The pace of one connection, shared by all campaigns on it. A tick that does not carry this row's epoch and
 * seq is dropped, so of two equal ticks one does something.
 */
export interface Chain {
  companyId: string
  connectionId: string
  /** Raised by everything that makes older ticks and commands void. */
  epoch: number
  seq: number
  running: boolean
  lanes: Lane[]
  /** Whose turn it is: campaigns alternate recipient by recipient. */
  turn: number
  /** Messages handed over so far: what the longer pause counts. */
  handedOver: number
  /** The next message may leave from this moment on, in milliseconds since 1970. */
  nextAt: number
  /** The pause before the next message, in milliseconds. */
  intervalMs: number
  /** The pause is the longer one. */
  longer: boolean
  /** When the next tick is due, in milliseconds since 1970. */
  tickAt: number
  /** Set while nothing can be sent: the connection is not open, or all sending is stopped. */
  parkedAt?: number
  parkedFor?: ParkReason
  /** Outside the company's send windows; milliseconds since 1970. */
  closedUntil?: number
  /** First messages to people who never wrote are held until then, in milliseconds since 1970; others go on. */
  heldUntil?: number
  heldFor?: HoldReason
}

export const chainKey = (connectionId: string): Key => ({ pk: 'CHAINS', sk: connectionId })

export const getChain = (table: TenantTable, connectionId: string) => table.get<Chain>(chainKey(connectionId))

/** Adds a campaign to its connection's chain and sets the chain going. Doing it twice changes nothing for the recipients. */
export async function joinChain(
  ports: Ports,
  companyId: string,
  connectionId: string,
  campaignId: string,
): Promise<void> {
  const pace = paceOf(await getSettings(tenantOf(ports, companyId)))
  const first = intervalAfter(pace, 0, ports.random())
  await renewChain(ports, companyId, connectionId, ({ lanes, intervalMs }) => {
    // Even where it has its lane already: a step that saw the campaign paused may be about to take it away.
    const isIn = lanes.some((lane) => lane.campaignId === campaignId)
    return {
      running: true,
      lanes: isIn ? lanes : [...lanes, { campaignId, cursor: 0, settled: 0 }],
      // The very first message keeps an interval too: its command may come late, behind those of others.
      intervalMs: intervalMs || first.ms,
    }
  })
}

/**
 * The connection is open: what waited for it goes on, an interval after `lastWriteAt` (milliseconds since
 * 1970) at the earliest. Commands from before are void.
 */
export const resumeChain = (ports: Ports, companyId: string, connectionId: string, lastWriteAt = 0) =>
  renewChain(ports, companyId, connectionId, (chain) =>
    chain.running ? { nextAt: Math.max(chain.nextAt, lastWriteAt + chain.intervalMs) } : undefined,
  )

/** Nothing can be sent now: the chain waits until the connection opens, or sending is allowed again. */
export const parkChain = (
  ports: Ports,
  { companyId, connectionId, epoch }: Pick<Chain, 'companyId' | 'connectionId' | 'epoch'>,
  reason: ParkReason,
): Promise<boolean> =>
  committed(
    tenantOf(ports, companyId).update(
      chainKey(connectionId),
      { set: { parkedAt: ports.now(), parkedFor: reason } },
      { epoch, running: true, parkedAt: { exists: false } },
    ),
  )

/** A chain that rests for longer than this has somebody told that there is something to do, in milliseconds. */
const RESTING_MS = 5000

/** There is something to send again: a chain that rests looks at once. One that is at work finds it by itself. */
export const wakeChain = (ports: Ports, companyId: string, connectionId: string): Promise<void> =>
  renewChain(ports, companyId, connectionId, (chain) =>
    chain.running && chain.parkedAt === undefined && chain.tickAt > ports.now() + RESTING_MS ? {} : undefined,
  )

/** What holds for all campaigns of a company has changed, as its settings: every chain looks at once. */
export async function wakeChains(ports: Ports, companyId: string): Promise<void> {
  const connections = await allConnections(tenantOf(ports, companyId))
  for (const { id } of connections) {
    const isRunning = (chain: Chain) => (chain.running ? {} : undefined)
    await renewChain(ports, companyId, id, isRunning)
  }
}

/**
 * Holds back those who never wrote. Whoever is handed over already is looked at once more before the send.
 * @param found the epoch of the command that came upon the hold: what was read before a renewal may be over since
 */
export const holdFirstContacts = (
  ports: Ports,
  companyId: string,
  connectionId: string,
  { until, reason }: Hold,
  found?: { epoch: number },
): Promise<boolean> =>
  committed(
    tenantOf(ports, companyId).update(
      chainKey(connectionId),
      { set: { heldUntil: until, heldFor: reason } },
      { running: true, ...found },
    ),
  )

/**
 * What a hold stood on is over before its time, and has been stored as such: those who waited go on. Also where
 * nobody waits yet: a command may have read what was before, and be about to hold them.
 */
export const liftHold = (
  ports: Ports,
  companyId: string,
  connectionId: string,
  reason: HoldReason,
): Promise<void> =>
  renewChain(ports, companyId, connectionId, ({ running, heldFor }) => {
    if (!running) return undefined
    return heldFor === reason ? { heldUntil: 0 } : {}
  })

/**
 * Takes back a step whose recipients were all skipped: no message left, so no interval follows it, and it does not
 * count towards the longer pause. The next recipient gets their moment. Changes nothing once the chain has taken
 * another step, or has been renewed or parked.
 */
export async function takeBackStep(
  ports: Ports,
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

/** A new epoch with one tick of its own. `change` says what else becomes different, or that nothing is to be done. */
async function renewChain(
  ports: Ports,
  companyId: string,
  connectionId: string,
  change: (chain: Chain) => Partial<Chain> | undefined,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  for (;;) {
    const stored = await getChain(table, connectionId)
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
    const when: When = stored ? asRead(chain) : { pk: { exists: false } }
    const renewed = table.transact([
      { put: { ...next, ...chainKey(connectionId) }, when },
      { index: chainIndex.put(companyId, connectionId) },
    ])
    if (!(await committed(renewed))) continue
    await sendTick(ports, next, next.tickAt)
    return
  }
}

/** As many places as can be on their way to the socket service, and some more. */
const LOOKED_AT_AGAIN = 300

/** A lane none of whose recipients is on the way: their commands are void, or lost, and are handed over again. */
export const beginningAnew = ({ campaignId, cursor, settled, released }: Lane): Lane => ({
  campaignId,
  settled,
  cursor: Math.max(settled, cursor - LOOKED_AT_AGAIN),
  ...(released !== undefined && { released }),
})

/** The chain as it was read: neither a tick nor a hold came in between. */
export const asRead = ({ epoch, seq, heldUntil }: Chain): All => ({
  epoch,
  seq,
  heldUntil: heldUntil ?? { exists: false },
})

export function withoutPastHold(chain: Chain, now: number): Chain {
  const { heldUntil = 0, heldFor: _, ...rest } = chain
  return heldUntil > now ? chain : rest
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
  ports: Ports,
  { companyId, connectionId, epoch, seq }: Pick<Chain, 'companyId' | 'connectionId' | 'epoch' | 'seq'>,
  at: number,
) => ports.queues.send('pace', { companyId, connectionId, epoch, seq }, delaySeconds(at - ports.now()))
