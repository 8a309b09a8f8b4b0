import type { PaceTick } from '../../queues/queues.ts'
import { chainIndex } from '../../table/indexes.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { CLAIM_MS, nextPending, type Recipient, recipientsFrom, settleFailed } from '../ledger.ts'
import { intervalAfter, paceOf } from '../pacing.ts'
import { getSettings } from '../settings-store.ts'
import { completeCampaign, getCampaign } from '../store.ts'
import { type Chain, chainKey, getChain, type Lane, sendTick } from './chain.ts'
import { type Ports, tenantOf } from './ports.ts'

/** A tick this much before its time hands over: the socket service waits out the rest by its own clock. */
const EARLY_MS = 1500
/** A chain with nothing to hand over looks again after so long. */
const LOOK_AGAIN_MS = 1000
const AHEAD = 25

/** What a lane comes to when its turn is looked at. */
type Turn =
  | { kind: 'send'; lane: Lane; recipient: Recipient; last: boolean }
  /** Nothing to hand over now: messages under way are still to be settled. */
  | { kind: 'wait'; lane: Lane }
  | { kind: 'done' }

/**
 * One step of a connection's pace chain: hands over the next recipient and sends the next tick, or settles
 * and completes what is at its end. A tick that is not the chain's current one does nothing.
 */
export async function advanceChain(ports: Ports, tick: PaceTick): Promise<void> {
  const table = tenantOf(ports, tick.companyId)
  const chain = await getChain(table, tick.connectionId)
  if (!chain?.running || chain.parkedAt !== undefined || chain.epoch !== tick.epoch || chain.seq !== tick.seq)
    return
  const now = ports.now()
  const mayHandOver = now >= chain.nextAt - EARLY_MS
  if (!mayHandOver && chain.tickAt - EARLY_MS > now) return sendTick(ports, chain, chain.tickAt)

  const turns = await lookAtLanes(ports, table, chain)
  const chosen = mayHandOver ? firstToSend(chain, turns) : undefined
  const lanes = turns.flatMap((turn) => {
    if (turn.kind === 'done') return []
    return turn === chosen
      ? [{ ...turn.lane, cursor: Math.max(turn.lane.cursor, turn.recipient.place + 1) }]
      : [turn.lane]
  })
  if (lanes.length === 0) return stopChain(table, chain)
  const next = chosen
    ? await afterHandOver(ports, table, chain, lanes, turns, chosen)
    : {
        ...chain,
        lanes,
        seq: chain.seq + 1,
        tickAt: turns.some(isToSend) ? chain.nextAt : now + LOOK_AGAIN_MS,
      }
  const { companyId, connectionId, epoch, seq } = chain
  if (
    !(await committed(
      table.put({ ...next, ...chainKey(connectionId) }, { epoch, seq, parkedAt: { exists: false } }),
    ))
  )
    return

  if (chosen) {
    const { campaignId, place, attempt } = chosen.recipient
    const { nextAt: notBefore, intervalMs } = chain
    await ports.queues.command(
      {
        kind: 'send',
        companyId,
        connectionId,
        campaignId,
        recipient: place,
        attempt,
        epoch,
        notBefore,
        intervalMs,
      },
      // FIFO forgets nothing for five minutes: another epoch must be another message.
      `${campaignId}-${place}-${attempt}-${epoch}`,
    )
    if (next.longer) await ports.watchers.countersChanged(companyId, campaignId)
  }
  await sendTick(ports, next, next.tickAt)
}

const isToSend = (turn: Turn): turn is Extract<Turn, { kind: 'send' }> => turn.kind === 'send'

async function lookAtLanes(ports: Ports, table: TenantTable, chain: Chain): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const lane of chain.lanes) turns.push(await lookAtLane(ports, table, chain.connectionId, lane))
  return turns
}

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

async function lookAtLane(ports: Ports, table: TenantTable, connectionId: string, lane: Lane): Promise<Turn> {
  const campaign = await getCampaign(table, lane.campaignId)
  if (!campaign?.ledger) return { kind: 'done' }
  // A cancelled campaign keeps its lane until what was under way is settled.
  const sending = campaign.status === 'EM_ANDAMENTO' && campaign.whatsappId === connectionId
  if (sending && lane.cursor < campaign.recipients) {
    const recipient = await nextPending(table, campaign.ledger, lane.cursor)
    if (recipient) return { kind: 'send', lane, recipient, last: recipient.place === campaign.recipients - 1 }
  }
  if (campaign.open === 0) return finish(ports, table, lane)
  return lookBehind(ports, table, { ...lane, cursor: campaign.recipients }, campaign.ledger, sending)
}

/**
 * The cursor is at the end: what lies behind it and is still open is handed over again (its hand-over was
 * lost), or settled as unknown once its claim has run out.
 */
async function lookBehind(
  ports: Ports,
  table: TenantTable,
  lane: Lane,
  ledger: string,
  sending: boolean,
): Promise<Turn> {
  const open = await recipientsFrom(table, ledger, {
    after: lane.settled - 1,
    limit: AHEAD,
    filter: { status: { in: sending ? ['PENDING', 'SENDING'] : ['SENDING'] } },
    consistent: true,
  })
  const [first] = open.rows
  if (!first) return sending ? finish(ports, table, lane) : { kind: 'done' }
  const overdue = open.rows.filter(
    (row) => row.status === 'SENDING' && ports.now() >= (row.claimedAt ?? 0) + CLAIM_MS,
  )
  for (const row of overdue) await giveUp(ports, table, row)
  const behind = { ...lane, settled: first.place }
  const recipient = open.rows.find((row) => row.status === 'PENDING')
  const last = open.rows.length === 1
  return recipient ? { kind: 'send', lane: behind, recipient, last } : { kind: 'wait', lane: behind }
}

async function giveUp(ports: Ports, table: TenantTable, row: Recipient): Promise<void> {
  const settled = await settleFailed(table, row, row.messageId ?? '', { reason: 'UNKNOWN_OUTCOME' })
  if (!settled) return
  await ports.watchers.recipientChanged(table.companyId, row)
  await ports.watchers.countersChanged(table.companyId, row.campaignId)
}

async function finish(ports: Ports, table: TenantTable, lane: Lane): Promise<Turn> {
  const now = new Date(ports.now()).toISOString()
  if (await completeCampaign(table, lane.campaignId, now)) {
    await ports.watchers.countersChanged(table.companyId, lane.campaignId)
    return { kind: 'done' }
  }
  const campaign = await getCampaign(table, lane.campaignId)
  return campaign?.status === 'EM_ANDAMENTO' ? { kind: 'wait', lane } : { kind: 'done' }
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
