import { RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/campaign'
import { type Chain, getChain } from '@recado/shared/campaigns/engine/chain'
import { isExempt } from '@recado/shared/campaigns/engine/first-contacts'
import { expectedEnd, type Outlook } from '@recado/shared/campaigns/forecast'
import { budgetLeft, rulesOf } from '@recado/shared/campaigns/outlook'
import type { Precheck } from '@recado/shared/campaigns/precheck'
import { everyoneOf } from '@recado/shared/campaigns/recipients'
import { isOpen, opensAt } from '@recado/shared/campaigns/send-windows'
import { type StopReason, sendingStopOf } from '@recado/shared/campaigns/sending-stop-store'
import { getSettings } from '@recado/shared/campaigns/settings-store'
import type { StoredCampaign } from '@recado/shared/campaigns/store'
import { acquaintances, type Tally, tallyOf, variablesOf } from '@recado/shared/campaigns/tally'
import { getHealth, type Hold, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { allBlockedNumbers } from '@recado/shared/contact-blocks/store'
import { getList } from '@recado/shared/contact-lists/store'
import { chatOfNumber } from '@recado/shared/conversations/chat'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { ports, tableOf } from '../context.ts'
import { stored } from './campaigns.ts'

/** What a start would do, found out as everything is at this moment. */
export async function precheck({ companyId }: Actor, campaignId: string): Promise<Precheck> {
  const table = tableOf(companyId)
  const campaign = await stored(companyId, campaignId)
  const setting = await settingOf(table, campaign)
  const [{ newcomers, ...tally }, largeLists] = await Promise.all([
    tallied(table, campaign, setting),
    largeListsOf(table, campaign),
  ])
  const { hold, budget, rules, now } = setting
  const waitingFor = obstacleOf(setting)
  const startsAt = waitingFor ? null : startOf(campaign, now)
  const opened = startsAt === null ? null : opensAt(rules.windows, rules.timeZone, startsAt)
  const isClosed = !waitingFor && !isOpen(rules.windows, rules.timeZone, startsAt ?? now)
  const outlook = opened === null ? null : outlookOf(setting, campaign, opened, { ...tally, newcomers })
  return {
    ...tally,
    largeLists,
    held: heldBy(hold, budget, newcomers),
    waitingFor: isClosed ? 'window' : waitingFor,
    expectedStartAt: shown(opened),
    // Nobody can tell when people will answer.
    expectedEndAt: outlook && !campaign.confirmation ? shown(expectedEnd(outlook)) : null,
  }
}

/** Everything around a campaign that decides when its messages leave. */
interface Setting {
  /** Milliseconds since 1970. */
  now: number
  rules: Pick<Outlook, 'pace' | 'windows' | 'timeZone'>
  connection: StoredConnection | undefined
  chain: Chain | undefined
  stop: StopReason | undefined
  hold: Hold | undefined
  budget: Outlook['budget']
}

async function settingOf(table: TenantTable, { companyId, whatsappId }: StoredCampaign): Promise<Setting> {
  const now = ports.now()
  const [settings, connection, health, chain, stop] = await Promise.all([
    getSettings(table),
    getConnection(table, whatsappId),
    getHealth(table, whatsappId),
    getChain(table, whatsappId),
    sendingStopOf(ports, companyId, now),
  ])
  return {
    now,
    stop,
    connection,
    chain,
    rules: rulesOf(settings),
    hold: holdByWhatsApp(health, now),
    budget: connection ? budgetLeft(connection, health, settings.timezone, now) : null,
  }
}

/** Who is new to the connection is looked up only where that changes anything. */
async function tallied(
  table: TenantTable,
  campaign: StoredCampaign,
  { hold, budget }: Setting,
): Promise<Tally> {
  const reason = hold?.reason ?? (budget ? 'daily-budget' : undefined)
  const [blocked, known] = await Promise.all([
    allBlockedNumbers(table),
    reason ? acquaintances(table, campaign.whatsappId) : undefined,
  ])
  const isNewcomer = (number: string): boolean =>
    reason !== undefined && !isExempt(reason, known?.get(chatOfNumber(number)) ?? STRANGER)
  const variables = variablesOf(campaign)
  return tallyOf(everyoneOf(table, campaign), { blocked, variables, isNewcomer })
}

const STRANGER = { wrote: false, written: false }

function obstacleOf({ stop, connection }: Setting): Exclude<Precheck['waitingFor'], 'window'> {
  if (stop) return stop
  return connection?.status === 'CONNECTED' ? null : 'connection'
}

/** At its time, where that is still to come. */
const startOf = ({ status, scheduledAt }: StoredCampaign, now: number): number =>
  status === 'PROGRAMADA' && scheduledAt ? Math.max(now, Date.parse(scheduledAt)) : now

function outlookOf(
  { rules, chain, hold, budget }: Setting,
  { id }: StoredCampaign,
  startsAt: number,
  { sendable, newcomers }: Pick<Tally, 'sendable' | 'newcomers'>,
): Outlook {
  const isHeld = hold !== undefined && newcomers === sendable
  const others = chain?.running ? chain.lanes.filter(({ campaignId }) => campaignId !== id) : []
  return {
    ...rules,
    startsAt: isHeld ? Math.max(startsAt, hold.until) : startsAt,
    messages: sendable,
    firstContacts: newcomers,
    handedOver: chain?.handedOver ?? 0,
    budget,
    sharedBy: others.length + 1,
  }
}

function heldBy(hold: Hold | undefined, budget: Outlook['budget'], firstContacts: number): Precheck['held'] {
  if (firstContacts === 0) return null
  if (hold) return { reason: hold.reason, until: shown(hold.until), firstContacts, perDay: null }
  if (!budget || firstContacts <= budget.left) return null
  return { reason: 'daily-budget', until: null, firstContacts, perDay: budget.perDay }
}

/** Into a group goes one message, however many are in it. */
async function largeListsOf(
  table: TenantTable,
  { type, groupMode, contactListIds }: StoredCampaign,
): Promise<Precheck['largeLists']> {
  if (type === 'GROUP' && groupMode === 'group') return []
  const lists = await Promise.all(contactListIds.map((listId) => getList(table, listId)))
  return lists.flatMap((list) => {
    if (!list || list.contactsCount <= RECOMMENDED_LIST_SIZE) return []
    return [{ id: list.id, name: list.name, contactsCount: list.contactsCount }]
  })
}

const shown = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()
