import { startNow } from '@recado/shared/campaigns/engine/actions'
import { DEFAULT_CAMPAIGN_SETTINGS, type SendWindows } from '@recado/shared/campaigns/settings'
import { putSettings } from '@recado/shared/campaigns/settings-store'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { putList } from '@recado/shared/contact-lists/store'
import { recordHistory } from '@recado/shared/conversations/history'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCampaign, aCompany, aConnection, aContactList } from '../support/builders.ts'
import type { CampaignKind, Script } from './tape.ts'
import type { World } from './world.ts'

/** Seconds between two messages of a connection: fixed, so that every gap can be judged. */
export const INTERVAL_SECONDS = 5
/** Where there is no interval, the longer pause comes after so many messages, and lasts so many seconds. */
const LONGER_AFTER = 3
const LONGER_PAUSE_SECONDS = 20
export const RECIPIENTS = 4
/** The recipient of each list who has written to the company before. */
const WROTE = 1

/** A campaign of a run, by what it is found by. */
export interface PlannedCampaign {
  companyId: string
  campaignId: string
  connectionId: string
}

/**
 * Runs begin at ten to midnight of a Sunday: a minute is open at once, the next from twenty past midnight, and
 * from Tuesday on all day.
 */
export const WINDOWS: SendWindows = {
  enabled: true,
  periods: [
    { weekday: 0, from: '23:50', to: '23:51' },
    { weekday: 1, from: '00:20', to: '00:22' },
    ...[2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
  ],
  holidays: [],
}

/** A company with a connection, and two campaigns: one is started by hand, the other comes due by itself. */
export async function foundCompany(
  world: World,
  company: 'A' | 'B',
  { newContactsPerDay, campaigns: kind }: Script,
): Promise<PlannedCampaign[]> {
  const companyId = `company-${company}`
  const connectionId = `${company}-connection`
  const table = new TenantTable(world.table, companyId)
  await putCompany(table, aCompany({ id: companyId }))
  await putSettings(table, { ...DEFAULT_CAMPAIGN_SETTINGS, ...paceOf(kind) })
  const wrote = [1, 2].map((list) => contactsOf(company, list)[WROTE]?.number ?? '')
  const open = async (id: string) => {
    await putConnection(table, aConnection({ companyId, id, newContactsPerDay }))
    world.addConnection(companyId, id, new Set(wrote), connectionId)
  }
  await recordHistory(table, {
    ...{ kind: 'history', companyId, connectionId },
    chats: wrote.map((number) => ({ person: { number }, wroteAt: Math.floor(world.clock.now / 1000) - 60 })),
  })
  await open(connectionId)
  // Another chain for the same account.
  const second = world.mutant === 'pace per campaign' ? `${connectionId}-2` : connectionId
  if (second !== connectionId) await open(second)
  const planned: PlannedCampaign[] = []
  for (const number of [1, 2]) {
    const whatsappId = number === 2 ? second : connectionId
    const contactListId = await fillList(world, table, company, number)
    const scheduledAt = number === 2 ? new Date(world.clock.now + 20_000).toISOString() : null
    const campaign = aCampaign({
      ...{ companyId, id: `${company}-campaign-${number}`, whatsappId, scheduledAt },
      ...{
        contactListIds: [contactListId],
        dueAt: scheduledAt,
        status: scheduledAt ? 'PROGRAMADA' : 'INATIVA',
      },
      message1: `${companyId} {nome}`,
      ...whatIsSaid(kind, companyId),
    })
    await putCampaign(table, campaign)
    planned.push({ companyId, campaignId: campaign.id, connectionId: whatsappId })
    if (number === 1) void startNow(world.outside(), companyId, campaign.id).catch(() => undefined)
  }
  return planned
}

async function fillList(world: World, table: TenantTable, company: string, number: number): Promise<string> {
  const list = aContactList({ companyId: table.companyId, id: `${company}-list-${number}` })
  await putList(table, list)
  await table.transact(
    additions({
      ...{ listId: list.id, firstPlace: 0, contacts: contactsOf(company, number), holders: new Map() },
      now: new Date(world.clock.now).toISOString(),
    }),
  )
  return list.id
}

function paceOf(kind: CampaignKind) {
  if (kind === 'fast') {
    return {
      ...{ messageInterval: '0', longerIntervalAfter: String(LONGER_AFTER) },
      greaterInterval: String(LONGER_PAUSE_SECONDS),
    }
  }
  return {
    ...{ messageInterval: String(INTERVAL_SECONDS), minimumMessageInterval: String(INTERVAL_SECONDS) },
    ...{ longerIntervalAfter: '0', ...(kind === 'windows' && { sendWindows: WINDOWS }) },
  }
}

function whatIsSaid(kind: CampaignKind, companyId: string): Partial<StoredCampaign> {
  if (kind === 'asked') return { confirmation: true, confirmationMessage1: `${companyId} {nome}?` }
  if (kind !== 'parts') return {}
  return {
    ...{ mediaMode: 'below', mediaName: 'a.pdf', mediaKey: 'a.pdf', mediaType: 'application/pdf' },
    ...{ mediaBytes: 100, contactName: companyId, contactNumber: '5511912345678' },
  }
}

/** The last one is not on WhatsApp. */
export const contactsOf = (company: string, list: number) =>
  Array.from({ length: RECIPIENTS }, (_, index) => ({
    name: `Contato ${index}`,
    number: `55119${company === 'A' ? 1 : 2}${list}0${index}${index === RECIPIENTS - 1 ? '0000' : '1234'}`,
    ...{ email: '', var1: '', var2: '', var3: '' },
  }))
