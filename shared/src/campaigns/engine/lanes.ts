import { chatOfNumber } from '../../conversations/chat.ts'
import { type Conversation, conversationKey } from '../../conversations/conversation.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { CLAIM_MS, nextPending, type Recipient, recipientsFrom, settleFailed } from '../ledger.ts'
import { completeCampaign, getCampaign } from '../store.ts'
import { type Chain, type Lane, withoutPastHold } from './chain.ts'
import { isExempt } from './first-contacts.ts'
import type { Ports } from './ports.ts'

const AHEAD = 25

/** What a lane comes to when its turn is looked at. */
export type Turn =
  | { kind: 'send'; lane: Lane; recipient: Recipient; last: boolean }
  /** Nothing to hand over now: messages under way are still to be settled, or there is more to look through. */
  | { kind: 'wait'; lane: Lane }
  /** Nobody is left but first contacts that are held. */
  | { kind: 'held'; lane: Lane }
  | { kind: 'done' }

/** What each campaign of a chain has to send next. What has run out is settled, what is complete is ended. */
export async function lookAtLanes(ports: Ports, table: TenantTable, chain: Chain): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const lane of chain.lanes) turns.push(await lookAtLane(ports, table, chain, lane))
  return turns
}

async function lookAtLane(ports: Ports, table: TenantTable, chain: Chain, lane: Lane): Promise<Turn> {
  const campaign = await getCampaign(table, lane.campaignId)
  if (!campaign?.ledger) return { kind: 'done' }
  const { ledger, recipients } = campaign
  // A cancelled campaign keeps its lane until what was under way is settled.
  const sending = campaign.status === 'EM_ANDAMENTO' && campaign.whatsappId === chain.connectionId
  const ahead = sending && lane.cursor < recipients
  if (ahead && isHeld(ports, chain)) return lookAhead(table, chain, lane, ledger, recipients)
  if (ahead) {
    const recipient = await nextPending(table, ledger, lane.cursor)
    if (recipient) return { kind: 'send', lane, recipient, last: recipient.place === recipients - 1 }
  }
  if (campaign.open === 0) return finish(ports, table, lane)
  return lookBehind(ports, table, chain, { ...lane, cursor: recipients }, ledger, sending)
}

const isHeld = (ports: Ports, chain: Chain): boolean =>
  withoutPastHold(chain, ports.now()).heldUntil !== undefined

/** While first contacts are held, those ahead are passed over for the first who may be written to. */
async function lookAhead(
  table: TenantTable,
  chain: Chain,
  lane: Lane,
  ledger: string,
  recipients: number,
): Promise<Turn> {
  const { rows } = await recipientsFrom(table, ledger, {
    after: lane.cursor - 1,
    limit: AHEAD,
    filter: { status: 'PENDING' },
    consistent: true,
  })
  const recipient = await firstAdmissible(table, chain, rows)
  if (recipient) return { kind: 'send', lane, recipient, last: false }
  const last = rows.at(-1)
  const cursor = rows.length === AHEAD && last ? last.place + 1 : recipients
  return { kind: 'wait', lane: { ...lane, cursor } }
}

/**
 * The cursor is at the end: what lies behind it and is still open is handed over again (its hand-over was
 * lost, or it was held), or settled as unknown once its claim has run out.
 */
async function lookBehind(
  ports: Ports,
  table: TenantTable,
  chain: Chain,
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
  const underWay = open.rows.filter((row) => row.status === 'SENDING')
  const overdue = underWay.filter((row) => ports.now() >= (row.claimedAt ?? 0) + CLAIM_MS)
  for (const row of overdue) await giveUp(ports, table, row)
  const behind = { ...lane, settled: first.place }
  const pending = open.rows.filter((row) => row.status === 'PENDING')
  const held = isHeld(ports, chain)
  const recipient = held ? await firstAdmissible(table, chain, pending) : pending[0]
  if (recipient) return { kind: 'send', lane: behind, recipient, last: open.rows.length === 1 }
  return { kind: held && underWay.length === 0 ? 'held' : 'wait', lane: behind }
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
  return recipients.find(({ number }) => {
    const { wroteAt, writtenAt } = conversations.get(chatOfNumber(number)) ?? {}
    return isExempt(heldFor, { wrote: wroteAt !== undefined, written: writtenAt !== undefined })
  })
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
    await ports.watchers.campaignEnded?.(table.companyId, lane.campaignId)
    return { kind: 'done' }
  }
  const campaign = await getCampaign(table, lane.campaignId)
  return campaign?.status === 'EM_ANDAMENTO' ? { kind: 'wait', lane } : { kind: 'done' }
}
