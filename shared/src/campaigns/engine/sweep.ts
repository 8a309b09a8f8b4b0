import type { StatusReason } from '../../connections/connection.ts'
import { getConnection } from '../../connections/store.ts'
import { allPartitions, type ChainRow, chainIndex, type DueRow, dueIndex } from '../../table/indexes.ts'
import { allRows, committed } from '../../table/table.ts'
import { delaySeconds } from '../pacing.ts'
import { sendingStopOf } from '../sending-stop-store.ts'
import { type Chain, chainKey, getChain, resumeChain, sendTick } from './chain.ts'
import { pauseOf } from './pause.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A chain whose tick is this much overdue has lost it, in milliseconds. */
const OVERDUE_MS = 10_000
/** Campaigns due in this time are queued with the exact delay, in milliseconds. */
const AHEAD_MS = 60_000

/**
 * What runs every 20 seconds for all companies: starts what is due, and sets going again what lost its tick.
 * Everything it does may be done twice.
 * @returns how late the latest tick is that should have come, in milliseconds; 0 where none is
 */
export async function sweep(ports: Ports): Promise<number> {
  let latest = 0
  for (const partition of allPartitions) {
    await startDue(ports, partition)
    latest = Math.max(latest, await reviveChains(ports, partition))
  }
  return latest
}

async function startDue(ports: Ports, partition: number): Promise<void> {
  // '~' sorts behind everything an index key holds, so the whole instant is included.
  const upTo = `${new Date(ports.now() + AHEAD_MS).toISOString()}~`
  for await (const due of allRows<DueRow>(ports.table, {
    pk: dueIndex.pk(partition),
    upTo,
    consistent: true,
  })) {
    const { companyId, campaignId, at } = due
    // A second later rather than earlier: delays are whole seconds and a campaign never starts before its time.
    const wait = Date.parse(at) - ports.now()
    await ports.queues.send('start', { companyId, campaignId }, wait > 0 ? delaySeconds(wait) + 1 : 0)
  }
}

async function reviveChains(ports: Ports, partition: number): Promise<number> {
  let latest = 0
  for await (const row of allRows<ChainRow>(ports.table, {
    pk: chainIndex.pk(partition),
    consistent: true,
  })) {
    latest = Math.max(latest, await reviveChain(ports, row))
  }
  return latest
}

/** Only a person can bring these accounts back. */
const NEEDS_A_PERSON: readonly (StatusReason | null)[] = [
  'LOGGED_OUT',
  'DISCONNECTED_BY_USER',
  'REPLACED',
  'BANNED',
  'TEMPORARILY_BANNED',
  'VERSION_REFUSED',
  'PHONE_OUTDATED',
  'REFUSED',
  'QR_NOT_SCANNED',
]

/** What a chain was parked for may be over without anybody having told it. */
async function revivePark(ports: Ports, { companyId, connectionId, parkedFor }: Chain): Promise<void> {
  const isStopped = parkedFor !== undefined && parkedFor !== 'connection'
  if (isStopped && (await sendingStopOf(ports, companyId, ports.now()))) return
  const connection = await getConnection(tenantOf(ports, companyId), connectionId)
  if (connection?.status === 'CONNECTED' || isStopped) return resumeChain(ports, companyId, connectionId)
  if (connection?.status === 'DISCONNECTED' && NEEDS_A_PERSON.includes(connection.statusReason))
    await pauseOf(ports, companyId, connectionId)
}

/** @returns how late its tick is, in milliseconds */
async function reviveChain(ports: Ports, { companyId, connectionId }: ChainRow): Promise<number> {
  const table = tenantOf(ports, companyId)
  const chain = await getChain(table, connectionId)
  if (!chain?.running) return 0
  const now = ports.now()
  if (chain.parkedAt !== undefined) {
    if (now >= chain.parkedAt + OVERDUE_MS) await revivePark(ports, chain)
    return 0
  }
  const late = Math.max(0, now - chain.tickAt)
  if (late < OVERDUE_MS) return late
  const { epoch, seq } = chain
  const next = { ...chain, seq: seq + 1, tickAt: now }
  const revived = await committed(
    table.update(
      chainKey(connectionId),
      { set: { seq: next.seq, tickAt: now } },
      { epoch, seq, parkedAt: { exists: false } },
    ),
  )
  if (revived) await sendTick(ports, next, now)
  return late
}
