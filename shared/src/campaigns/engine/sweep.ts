import { Apart } from '../../apart.ts'
import { STILL_LINKED, type StatusReason } from '../../connections/connection.ts'
import { getConnection } from '../../connections/store.ts'
import { tenantOf } from '../../ports/ports.ts'
import { allPartitions, type ChainRow, chainIndex, dueIndex } from '../../table/indexes.ts'
import { allRows, committed, type Page } from '../../table/table.ts'
import { delaySeconds } from '../schedule/pacing.ts'
import { campaignKey, readCampaign } from '../store/campaigns.ts'
import { campaignStopOf } from '../store/sending-stops.ts'
import { type Chain, chainKey, resumeChain, sendTick } from './chain.ts'
import { FAULT_RETRY_MS } from './faults.ts'
import { isSending } from './lanes.ts'
import { pauseOf } from './pause.ts'
import type { EnginePorts } from './ports.ts'

/** A tick that is overdue by more than this, in milliseconds, counts as lost. */
const OVERDUE_MS = 10_000
/** Campaigns due within this time, in milliseconds, are queued with the exact delay. */
const AHEAD_MS = 60_000

/**
 * Runs every 20 seconds for all companies: starts due campaigns, and revives chains that lost their tick. Idempotent.
 * @returns how late the most overdue tick is, in milliseconds; 0 if no tick is overdue
 * @throws what failed, after everything else was done
 */
export async function sweep(ports: EnginePorts): Promise<number> {
  let latest = 0
  const apart = new Apart()
  for (const partition of allPartitions) {
    await apart.try(() => startDue(ports, partition))
    await apart.try(() =>
      reviveChains(ports, partition, (chain) =>
        apart.try(async () => {
          latest = Math.max(latest, await reviveChain(ports, chain))
        }),
      ),
    )
  }
  apart.end()
  return latest
}

async function startDue(ports: EnginePorts, partition: number): Promise<void> {
  // '~' sorts after every character of an index key, so the whole instant is included.
  const upTo = `${new Date(ports.now() + AHEAD_MS).toISOString()}~`
  for await (const due of allRows(ports.table, {
    pk: dueIndex.pk(partition),
    upTo,
    consistent: true,
  })) {
    const { companyId, campaignId, at } = due
    // Delays are whole seconds and a campaign never starts before its time: one second is added.
    const wait = Date.parse(at) - ports.now()
    await ports.queues.send('start', { companyId, campaignId }, wait > 0 ? delaySeconds(wait) + 1 : 0)
  }
}

/** Chains read in one request: DynamoDB's limit. */
const READ_AT_ONCE = 100

/**
 * The index holds the running chains of all companies, and each is checked. Every 20 seconds a chain costs one read
 * unit, and each hundred chains cost one request.
 */
async function reviveChains(
  ports: EnginePorts,
  partition: number,
  revive: (chain: Chain) => Promise<void>,
): Promise<void> {
  const query = { pk: chainIndex.pk(partition), consistent: true, limit: READ_AT_ONCE }
  let after: string | undefined
  do {
    const page: Page<ChainRow> = await ports.table.query({ ...query, after })
    for (const chain of await chainsOf(ports, page.rows)) await revive(chain)
    after = page.after
  } while (after !== undefined)
}

/** Reads chains of several companies in one request. */
const chainsOf = (ports: EnginePorts, rows: readonly ChainRow[]): Promise<Chain[]> =>
  ports.table.getMany(
    rows.map(({ companyId, connectionId }) => tenantOf(ports, companyId).storedKey(chainKey(connectionId))),
  )

/** Accounts disconnected for these reasons need a person to connect them again. */
const NEEDS_A_PERSON: readonly (StatusReason | null)[] = [
  ...STILL_LINKED,
  'LOGGED_OUT',
  'DISCONNECTED_BY_USER',
  'QR_NOT_SCANNED',
]

/** Resumes a parked chain if its reason has ended without an event, or if none of its campaigns sends any more. */
async function revivePark(
  ports: EnginePorts,
  { companyId, connectionId, parkedAt, parkedFor, lanes }: Chain,
): Promise<void> {
  const isFault = parkedFor === 'fault'
  if (isFault && ports.now() < (parkedAt ?? 0) + FAULT_RETRY_MS) return
  const isStopped = parkedFor !== undefined && !isFault && parkedFor !== 'connection'
  if (isStopped && (await campaignStopOf(ports, companyId, ports.now()))) return
  const table = tenantOf(ports, companyId)
  const connection = await getConnection(table, connectionId)
  if (connection?.status === 'CONNECTED' || isStopped || isFault)
    return resumeChain(ports, companyId, connectionId)
  // Without a campaign that sends, it needs no connection: it settles the messages under way, and ends.
  const campaigns = await table.getMany(lanes.map(({ campaignId }) => campaignKey(campaignId)))
  if (!campaigns.some((row) => isSending(readCampaign(row), { connectionId })))
    return resumeChain(ports, companyId, connectionId)
  const needsAPerson =
    !connection || (connection.status === 'DISCONNECTED' && NEEDS_A_PERSON.includes(connection.statusReason))
  if (needsAPerson) await pauseOf(ports, companyId, connectionId, connection ?? {})
}

/** @returns how late the chain's tick is, in milliseconds */
async function reviveChain(ports: EnginePorts, chain: Chain): Promise<number> {
  if (!chain.running) return 0
  const now = ports.now()
  if (chain.parkedAt !== undefined) {
    if (now >= chain.parkedAt + OVERDUE_MS) await revivePark(ports, chain)
    return 0
  }
  const late = Math.max(0, now - chain.tickAt)
  if (late < OVERDUE_MS) return late
  const { companyId, connectionId, epoch, seq } = chain
  const next = { ...chain, seq: seq + 1, tickAt: now }
  const revived = await committed(
    tenantOf(ports, companyId).update(
      chainKey(connectionId),
      { set: { seq: next.seq, tickAt: now } },
      { epoch, seq, parkedAt: { exists: false } },
    ),
  )
  if (revived) await sendTick(ports, next, now)
  return late
}
