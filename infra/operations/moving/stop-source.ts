import { pauseFor } from '@recado/shared/campaigns/engine/pause'
import { allRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { unfinishedCampaigns } from '@recado/shared/campaigns/store/campaign-lists'
import { getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import type { Company } from '@recado/shared/companies/company'
import { getCompany } from '@recado/shared/companies/store'
import { allConnections, changeConnection, getConnection } from '@recado/shared/connections/store'
import { outgoingMessages } from '@recado/shared/conversations/outgoing'
import { OperationError } from '../command.ts'
import type { Printer } from '../printer.ts'
import { changeCompany } from './change-company.ts'
import { enginePortsOf } from './ports.ts'
import { type Move, recordMove } from './record.ts'
import type { Side } from './side.ts'
import { holdsWithin } from './until.ts'

/** Limit of the wait for WhatsApp's answers to sent messages, in milliseconds. Later ones count as unknown. */
const ANSWERED_WITHIN_MS = 30_000
/** Limit of the wait for messages of conversations on their way, in milliseconds. They are moved as waiting. */
const SENT_WITHIN_MS = 15_000
/** A task of the socket service closes a connection, or unlinks it, within this time, in milliseconds. */
const CLOSED_WITHIN_MS = 60_000

/** What a move stops, and how it was: for the record, so that an abandoned move can undo it. */
export async function stateBefore(
  { table }: Side,
  { status, archived, archivedAt }: Company,
): Promise<Pick<Move, 'before' | 'connections' | 'campaigns'>> {
  const open = (await allConnections(table)).filter(({ wanted }) => wanted === 'open')
  return {
    before: { status, archived, archivedAt },
    connections: open.map(({ id, status, statusReason, number }) => ({ id, status, statusReason, number })),
    campaigns: (await runningCampaigns(table)).map(({ id }) => id),
  }
}

/**
 * Stops all work of the company at the source: campaigns are paused, its users signed out, its sockets closed. The
 * accounts stay linked. May be repeated.
 * @throws OperationError if the socket service does not close a connection
 */
export async function stopSource(source: Side, begun: Move, print: Printer): Promise<Move> {
  const move = await withWhatBegan(source, begun)
  const { companyId, campaigns, connections } = move
  const ports = enginePortsOf(source.deployment)
  // While the connections are open, so that WhatsApp's answers to the last messages still arrive.
  for (const id of campaigns) await pauseFor(ports, { companyId, id }, 'logged-out')
  print.note(`Campaigns paused: ${campaigns.length}.`)
  await untilAnswered(source, move, print)
  const version = await switchOff(source, companyId)
  print.note('The company is switched off: its users are signed out, and nothing begins.')
  await untilSent(source, move, print)
  for (const { id } of connections) await close(source, companyId, id)
  print.note(`Connections closed: ${connections.length}. Their accounts are still linked.`)
  return recordMove(source.platform, move, {
    version,
    step: move.step === 'stopping' ? 'copying' : move.step,
  })
}

/** Adds what began since the move was recorded: it is stopped as well, and an abandoned move starts it again. */
async function withWhatBegan(source: Side, move: Move): Promise<Move> {
  const company = await getCompany(source.table)
  if (!company) throw new OperationError(`There is no company ${move.companyId}.`)
  const { connections, campaigns } = await stateBefore(source, company)
  const added = connections.filter(({ id }) => !move.connections.some((known) => known.id === id))
  return recordMove(source.platform, move, {
    connections: [...move.connections, ...added],
    campaigns: [...new Set([...move.campaigns, ...campaigns])],
  })
}

/** Whether the company at the source is unchanged since it was stopped. */
export async function isStopped({ table }: Side, { version }: Move): Promise<boolean> {
  const company = await getCompany(table)
  return company !== undefined && !company.status && company.version === version
}

async function runningCampaigns(table: Side['table']): Promise<StoredCampaign[]> {
  const unfinished = await unfinishedCampaigns(table)
  const campaigns = await Promise.all(unfinished.map(({ id }) => getCampaign(table, id)))
  return campaigns.flatMap((campaign) =>
    campaign?.status === 'EM_ANDAMENTO' && !campaign.pausedAt ? [campaign] : [],
  )
}

/** @returns the company's version since then */
async function switchOff(source: Side, companyId: string): Promise<number> {
  const ports = enginePortsOf(source.deployment)
  await changeCompany(source, (read) => (read.status ? { ...read, status: false } : undefined))
  // As the operator's switch does: browsers learn it, and their sessions end.
  await ports.queues.send('events', { companyId, topic: 'company', action: 'update', body: {} })
  await ports.queues.send('cleanup', { companyId, kind: 'sessions', id: companyId })
  return (await getCompany(source.table))?.version ?? 0
}

/** A paused campaign hands nothing over. Messages that left wait for WhatsApp's answer. */
async function untilAnswered({ table }: Side, { campaigns }: Move, print: Printer): Promise<void> {
  const ledgers = (await Promise.all(campaigns.map((id) => getCampaign(table, id)))).flatMap(
    (campaign) => campaign?.ledger ?? [],
  )
  const areAnswered = async () => {
    for (const ledger of ledgers)
      for await (const _ of allRecipients(table, ledger, { filter: { status: 'SENDING' } })) return false
    return true
  }
  if (!(await holdsWithin(ANSWERED_WITHIN_MS, areAnswered)))
    print.note('WhatsApp has not answered to some messages: their recipients will show an unknown outcome.')
}

async function untilSent({ table }: Side, { connections }: Move, print: Printer): Promise<void> {
  const connected = connections.filter(({ status }) => status === 'CONNECTED')
  const areSent = async () => {
    for (const { id } of connected) if ((await outgoingMessages(table, id)).length > 0) return false
    return true
  }
  if (!(await holdsWithin(SENT_WITHIN_MS, areSent)))
    print.note('Some messages of conversations are not sent: they wait for the connection at the target.')
}

/** Closes a socket. Its account stays linked, so that the move can be abandoned. */
async function close({ table, deployment }: Side, companyId: string, connectionId: string): Promise<void> {
  if (!(await changeConnection(table, connectionId, { wanted: 'closed' }))) return
  const { queues, now } = enginePortsOf(deployment)
  await queues.command({ kind: 'open', companyId, connectionId }, `close-${connectionId}-${now()}`)
  const isClosed = async () => (await getConnection(table, connectionId))?.status === 'DISCONNECTED'
  if (!(await holdsWithin(CLOSED_WITHIN_MS, isClosed)))
    throw new OperationError(
      `The socket service has not closed connection ${connectionId}: \`ops tasks\` shows whether a task is alive. Then run this again.`,
    )
}
