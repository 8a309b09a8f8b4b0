import { cancel } from '../campaigns/engine/actions.ts'
import type { EnginePorts } from '../campaigns/engine/ports.ts'
import { allRecipients } from '../campaigns/ledger/ledger.ts'
import { type Recipient, recipientKey } from '../campaigns/ledger/recipient.ts'
import { skipRecipient } from '../campaigns/ledger/settle.ts'
import { campaignsAfter, getCampaign, type StoredCampaign } from '../campaigns/store/campaigns.ts'
import { allSchedules, getSchedule, writeSchedule } from '../schedules/store.ts'
import type { StoredSchedule } from '../schedules/stored-schedule.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A campaign or a schedule of a restored table that may have gone on since the moment of the restore. */
export interface Settled {
  companyId: string
  kind: 'campaign' | 'schedule'
  id: string
  /** Its status in the restored table. */
  state: string
  /** Messages that may have been sent since: their outcome is unknown now. */
  unknown: number
  /** `began since`: it sends nothing by itself, but to everybody if a person starts it again. */
  outcome: 'goes on' | 'cancelled' | 'failed' | 'began since'
}

/**
 * Keeps a company of a restored table from sending again. Messages that the earlier table does not show as unsent may have
 * left, so their outcome is unknown. Campaigns that have changed since are cancelled. Nothing may process meanwhile. May be
 * repeated.
 * @param ports of the restored table
 * @param before the company in the table that the deployment had before; undefined if that is lost
 */
export async function* settleRestored(
  ports: EnginePorts,
  table: TenantTable,
  before: TenantTable | undefined,
): AsyncGenerator<Settled> {
  const { companyId } = table
  for await (const campaign of campaignsAfter(table)) {
    const settled = await settleCampaign(ports, table, before, campaign)
    if (settled) yield { companyId, kind: 'campaign', id: campaign.id, state: campaign.status, ...settled }
  }
  for await (const schedule of allSchedules(table)) {
    if (!(await mayHaveLeft(before, schedule, ports.now()))) continue
    if (await failSchedule(table, schedule, ports.now()))
      yield {
        companyId,
        kind: 'schedule',
        id: schedule.id,
        state: schedule.status,
        unknown: 1,
        outcome: 'failed',
      }
  }
}

async function settleCampaign(
  ports: EnginePorts,
  table: TenantTable,
  before: TenantTable | undefined,
  campaign: StoredCampaign,
): Promise<Pick<Settled, 'unknown' | 'outcome'> | undefined> {
  const { id, status, startedAt } = campaign
  const now = before && (await getCampaign(before, id))
  if (status === 'EM_ANDAMENTO' || status === 'PROGRAMADA') {
    const unknown = await settleRecipients(table, before, campaign)
    // Every change by a person, and every step from one status to the next, raises the version.
    if (now?.version === campaign.version) return unknown > 0 ? { unknown, outcome: 'goes on' } : undefined
    await cancel(ports, table.companyId, id)
    return { unknown, outcome: 'cancelled' }
  }
  if (!startedAt && now?.startedAt) return { unknown: 0, outcome: 'began since' }
  // Without the earlier table, campaigns that were cancelled long ago keep their recipients.
  const unknown = status === 'CANCELADA' && before ? await settleRecipients(table, before, campaign) : 0
  return unknown > 0 ? { unknown, outcome: 'cancelled' } : undefined
}

const UNSENT: readonly Recipient['status'][] = ['PENDING', 'POSTPONED']
/** DynamoDB's limit of rows in one request. */
const READ_AT_ONCE = 100

/** @returns how many recipients have an unknown outcome now */
async function settleRecipients(
  table: TenantTable,
  before: TenantTable | undefined,
  { ledger }: StoredCampaign,
): Promise<number> {
  if (!ledger) return 0
  let unknown = 0
  let some: Recipient[] = []
  const settleSome = async () => {
    for (const row of await notUnsent(before, some))
      if (await skipRecipient(table, row, 'UNKNOWN_OUTCOME')) unknown++
    some = []
  }
  for await (const row of allRecipients(table, ledger, { filter: { status: { in: UNSENT } } })) {
    some.push(row)
    if (some.length === READ_AT_ONCE) await settleSome()
  }
  await settleSome()
  return unknown
}

/** The recipients that the earlier table does not show as unsent in the same attempt. */
async function notUnsent(before: TenantTable | undefined, rows: readonly Recipient[]): Promise<Recipient[]> {
  if (!before || rows.length === 0) return [...rows]
  const found = await before.getMany(rows.map(recipientKey))
  const unsent = new Map(found.filter(({ status }) => UNSENT.includes(status)).map((row) => [row.place, row]))
  return rows.filter(({ place, attempt, step }) => {
    const row = unsent.get(place)
    return row?.attempt !== attempt || row.step !== step
  })
}

async function mayHaveLeft(
  before: TenantTable | undefined,
  { id, status, message, dueAt }: StoredSchedule,
  now: number,
): Promise<boolean> {
  if (status !== 'PENDENTE') return false
  if (!before) return message !== null || (dueAt !== null && Date.parse(dueAt) <= now)
  const found = await getSchedule(before, id)
  return found?.status !== 'PENDENTE' || found.message !== null
}

/** @returns false if the schedule changed since it was read */
const failSchedule = (table: TenantTable, schedule: StoredSchedule, now: number): Promise<boolean> =>
  writeSchedule(table, schedule, {
    ...schedule,
    status: 'ERRO',
    reason: 'UNKNOWN_OUTCOME',
    dueAt: null,
    waitsFor: null,
    updatedAt: new Date(now).toISOString(),
  })
