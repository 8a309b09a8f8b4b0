import type { SendWindows } from '@recado/shared/calendar/weekly-periods'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { lidBlockKey } from '@recado/shared/contact-blocks/store'
import { additions } from '@recado/shared/contact-lists/item-writes'
import { putList } from '@recado/shared/contact-lists/store'
import { groupKey } from '@recado/shared/groups/store'
import { TenantTable } from '@recado/shared/table/tenant'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import { unwatched } from '../support/arriving.ts'
import { aCampaign, aCompany, aConnection, aContactList } from '../support/builders.ts'
import type { CampaignKind, Script } from './tape.ts'
import type { World } from './world.ts'

/** Seconds between two messages of a connection. Fixed, so every gap can be checked. */
export const INTERVAL_SECONDS = 5
/** Without an interval, the longer pause comes after this many messages and lasts this many seconds. */
const LONGER_AFTER = 3
const LONGER_PAUSE_SECONDS = 20
export const RECIPIENTS = 4
/** The recipient of each list who wrote to the company before. */
const WROTE = 1
/** The recipient of each list whose kind the script sets. */
const SPECIAL = 2
/** Groups of a group list. */
const GROUPS = 8

/** A campaign of a run, by its keys. */
export interface PlannedCampaign {
  companyId: string
  campaignId: string
  connectionId: string
}

/**
 * Runs begin at ten to midnight on a Sunday. One window of a minute is open at once, the next from twenty past
 * midnight, and from Tuesday on all day.
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

/** The first two windows end this long after the start, in milliseconds. */
export const WINDOWS_OPEN = { untilMs: 32 * 60_000 }

/** A company with a connection and two campaigns: one is started by hand, the other becomes due. */
export async function foundCompany(
  world: World,
  company: 'A' | 'B',
  { newContactsPerDay, campaigns: kind, person }: Script,
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
  await recordHistory(table, unwatched(world.clock.now), {
    kind: 'history',
    companyId,
    connectionId,
    chats: wrote.map((number) => ({ person: { number }, wroteAt: Math.floor(world.clock.now / 1000) - 60 })),
  })
  await open(connectionId)
  // A second chain for the same account.
  const second = world.mutant === 'pace per campaign' ? `${connectionId}-2` : connectionId
  if (second !== connectionId) await open(second)
  if (person === 'blocked-by-lid') await blockLids(table, company)
  const planned: PlannedCampaign[] = []
  for (const number of [1, 2]) {
    const whatsappId = number === 2 ? second : connectionId
    const contactListIds =
      kind === 'groups'
        ? await joinGroups(table, whatsappId, company, number)
        : [await fillList(world, table, company, number)]
    const scheduledAt = number === 2 ? new Date(world.clock.now + 20_000).toISOString() : null
    const campaign = aCampaign({
      companyId,
      id: `${company}-campaign-${number}`,
      whatsappId,
      scheduledAt,
      contactListIds,
      dueAt: scheduledAt,
      status: scheduledAt ? 'PROGRAMADA' : 'INATIVA',
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
      listId: list.id,
      firstPlace: 0,
      contacts: contactsOf(company, number),
      holders: new Map(),
      now: new Date(world.clock.now).toISOString(),
    }),
  )
  return list.id
}

function paceOf(kind: CampaignKind) {
  if (kind === 'fast') {
    return {
      messageInterval: '0',
      longerIntervalAfter: String(LONGER_AFTER),
      greaterInterval: String(LONGER_PAUSE_SECONDS),
    }
  }
  return {
    messageInterval: String(INTERVAL_SECONDS),
    minimumMessageInterval: String(INTERVAL_SECONDS),
    longerIntervalAfter: '0',
    ...(kind === 'windows' && { sendWindows: WINDOWS }),
  }
}

function whatIsSaid(kind: CampaignKind, companyId: string): Partial<StoredCampaign> {
  if (kind === 'groups') return { type: 'GROUP', groupMode: 'group' }
  if (kind === 'asked') return { confirmation: true, confirmationMessage1: `${companyId} {nome}?` }
  if (kind !== 'parts') return {}
  return {
    mediaMode: 'below',
    mediaName: 'a.pdf',
    mediaKey: 'a.pdf',
    mediaType: 'application/pdf',
    mediaBytes: 100,
    contactName: companyId,
    contactNumber: '5511912345678',
  }
}

/** Groups of a list, with the account as a member. */
async function joinGroups(
  table: TenantTable,
  connectionId: string,
  company: 'A' | 'B',
  list: number,
): Promise<string[]> {
  const ids: string[] = []
  for (const groupId of groupsOf(company, list)) {
    const { id } = aContactList({ companyId: table.companyId, id: `${company}-list-${groupId}` })
    const group = { connectionId, connectionName: 'Loja', groupId, name: 'Clientes', unknownNumbers: 0 }
    await putList(table, { ...aContactList({ companyId: table.companyId, id }), type: 'GROUP', group })
    await table.put({
      ...groupKey(connectionId, groupId),
      connectionId,
      groupId,
      subject: 'Clientes',
      addressing: 'lid',
      members: [],
      updatedAt: '2026-11-21T12:00:00.000Z',
    })
    ids.push(id)
  }
  return ids
}

const GROUP_PREFIX = '1203630'
export const groupsOf = (company: string, list: number): string[] =>
  Array.from({ length: GROUPS }, (_, index) => `${GROUP_PREFIX}${company === 'A' ? 1 : 2}${list}${index}`)
export const isGroupId = (number: string): boolean => number.startsWith(GROUP_PREFIX)

/** The company blocked a person whose number it does not know. */
async function blockLids(table: TenantTable, company: 'A' | 'B'): Promise<void> {
  for (const list of [1, 2]) {
    const number = contactsOf(company, list)[SPECIAL]?.number ?? ''
    await table.put({ ...lidBlockKey(lidOf(number)), holder: lidOf(number) })
  }
}

const LID_PREFIX = '1000'
export const lidOf = (number: string): string => `${LID_PREFIX}${number}`
export const numberOf = (lid: string): string => lid.replace(LID_PREFIX, '')

/** Whether this is the person whose kind the script sets. */
export const isSpecial = (number: string): boolean =>
  ['A', 'B'].some((company) => [1, 2].some((list) => contactsOf(company, list)[SPECIAL]?.number === number))

/** The last contact is not on WhatsApp. */
export const contactsOf = (company: string, list: number) =>
  Array.from({ length: RECIPIENTS }, (_, index) => ({
    name: `Contato ${index}`,
    number: `55119${company === 'A' ? 1 : 2}${list}0${index}${index === RECIPIENTS - 1 ? '0000' : '1234'}`,
    email: '',
    var1: '',
    var2: '',
    var3: '',
  }))
