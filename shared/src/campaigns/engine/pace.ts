import type { PaceTick } from '../../queues/queues.ts'
import { chainIndex } from '../../table/indexes.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../ledger.ts'
import { intervalAfter, paceOf } from '../pacing.ts'
import { getSettings } from '../settings-store.ts'
import { asRead, type Chain, chainKey, getChain, type Lane, sendTick, withoutPastHold } from './chain.ts'
import { lookAtLanes, type Turn } from './lanes.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A tick this much before its time hands over: the socket service waits out the rest by its own clock. */
const EARLY_MS = 1500
/** A chain with nothing to hand over looks again after so long. */
const LOOK_AGAIN_MS = 1000

/** Lanes with nothing but held recipients are looked at this often, for those who wrote meanwhile. */
const LOOK_AT_HELD_MS = 60_000

/**
 * One step of a connection's pace chain: hands over the next recipient and sends the next tick, or settles
 * and completes what is at its end. A tick that is not the chain's current one does nothing.
 */
export async function advanceChain(ports: Ports, tick: PaceTick): Promise<void> {
  const table = tenantOf(ports, tick.companyId)
  for (;;) {
    const chain = await getChain(table, tick.connectionId)
    if (!chain?.running || chain.parkedAt !== undefined) return
    if (chain.epoch !== tick.epoch || chain.seq !== tick.seq) return
    if ((await step(ports, table, chain)) === 'done') return
    // A hold came in between: what is next may be somebody else.
  }
}

async function step(ports: Ports, table: TenantTable, chain: Chain): Promise<'done' | 'again'> {
  const now = ports.now()
  const mayHandOver = now >= chain.nextAt - EARLY_MS
  if (!mayHandOver && chain.tickAt - EARLY_MS > now) {
    await sendTick(ports, chain, chain.tickAt)
    return 'done'
  }
  const turns = await lookAtLanes(ports, table, chain)
  const chosen = mayHandOver ? firstToSend(chain, turns) : undefined
  const lanes = turns.flatMap((turn) => {
    if (turn.kind === 'done') return []
    return turn === chosen
      ? [{ ...turn.lane, cursor: Math.max(turn.lane.cursor, turn.recipient.place + 1) }]
      : [turn.lane]
  })
  if (lanes.length === 0) {
    await stopChain(table, chain)
    return 'done'
  }
  const next = withoutPastHold(
    chosen
      ? await afterHandOver(ports, table, chain, lanes, turns, chosen)
      : { ...chain, lanes, seq: chain.seq + 1, tickAt: nextLook(chain, turns, now) },
    now,
  )
  const when = { ...asRead(chain), parkedAt: { exists: false } }
  if (!(await committed(table.put({ ...next, ...chainKey(chain.connectionId) }, when)))) return 'again'
  if (chosen) await handOver(ports, chain, chosen.recipient)
  if (next.longer && chosen)
    await ports.watchers.countersChanged(chain.companyId, chosen.recipient.campaignId)
  await sendTick(ports, next, next.tickAt)
  return 'done'
}

function handOver(
  ports: Ports,
  { companyId, connectionId, epoch, seq, nextAt: notBefore, intervalMs }: Chain,
  { campaignId, place, attempt }: Recipient,
): Promise<void> {
  return ports.queues.command(
    {
      ...{ kind: 'send', companyId, connectionId, campaignId },
      ...{ recipient: place, attempt, epoch, notBefore, intervalMs },
    },
    // FIFO forgets nothing for five minutes: each step of the chain is a message of its own.
    `${campaignId}-${place}-${attempt}-${epoch}-${seq}`,
  )
}

/** When a step without a hand-over is followed by the next. */
function nextLook(chain: Chain, turns: Turn[], now: number): number {
  if (turns.some(isToSend)) return chain.nextAt
  const allHeld = turns.every(({ kind }) => kind === 'held' || kind === 'done')
  return allHeld ? Math.min(chain.heldUntil ?? now, now + LOOK_AT_HELD_MS) : now + LOOK_AGAIN_MS
}

const isToSend = (turn: Turn): turn is Extract<Turn, { kind: 'send' }> => turn.kind === 'send'

/** The lane whose turn it is, or the first after it that has something to send. */
function firstToSend(chain: Chain, turns: Turn[]): Extract<Turn, { kind: 'send' }> | undefined {
  const start = turns.length > 0 ? chain.turn % turns.length : 0
  return [...turns.slice(start), ...turns.slice(0, start)].find(isToSend)
}

async function afterHandOver(
  ports: Ports,
  table: TenantTable,
  chain: Chain,
  lanes: Lane[],
  turns: Turn[],
  chosen: Extract<Turn, { kind: 'send' }>,
): Promise<Chain> {
  const now = ports.now()
  const handedOver = chain.handedOver + 1
  const interval = intervalAfter(paceOf(await getSettings(table)), handedOver, ports.random())
  const nextAt = Math.max(now, chain.nextAt) + interval.ms
  const turn = lanes.findIndex((lane) => lane.campaignId === chosen.lane.campaignId) + 1
  // After the last one there is only its result to wait for, not an interval.
  const isLast = chosen.last && turns.filter(isToSend).length === 1
  const tickAt = isLast ? now + LOOK_AGAIN_MS : nextAt
  const intervals = { nextAt, intervalMs: interval.ms, longer: interval.longer, tickAt }
  return { ...chain, ...intervals, lanes, turn, handedOver, seq: chain.seq + 1 }
}

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
