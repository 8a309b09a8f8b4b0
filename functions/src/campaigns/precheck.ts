import { isOpen, opensAt } from '@recado/shared/calendar/weekly-hours'
import { isIntoGroups, RECOMMENDED_LIST_SIZE } from '@recado/shared/campaigns/contract/campaign'
import type { Precheck } from '@recado/shared/campaigns/contract/precheck'
import { type Chain, getChain } from '@recado/shared/campaigns/engine/chain'
import { isExempt } from '@recado/shared/campaigns/engine/first-contacts'
import {
  acquaintances,
  countPrecheck,
  type PrecheckCounts,
  variablesOf,
} from '@recado/shared/campaigns/ledger/precheck-counts'
import { everyoneOf, type PlannedRecipient } from '@recado/shared/campaigns/ledger/recipients'
import { isUnnamed, namesOf } from '@recado/shared/campaigns/message/sender-name'
import { budgetLeft, rulesOf } from '@recado/shared/campaigns/report/outlook'
import { expectedEnd, type Outlook } from '@recado/shared/campaigns/schedule/forecast'
import type { StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { type StopReason, sendingStopOf } from '@recado/shared/campaigns/store/sending-stops'
import { getSettings } from '@recado/shared/campaigns/store/settings'
import { getCompany } from '@recado/shared/companies/store'
import { getHealth, type Hold, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { allBlockedNumbers } from '@recado/shared/contact-blocks/store'
import { getList } from '@recado/shared/contact-lists/store'
import { chatOfNumber } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { ports, tableOf } from '../context.ts'
import { requireCampaign } from './campaigns.ts'

/** Predicts a campaign's run from its schedule on, or from now without one. @param startNow from now in any case */
export async function precheck(
  { companyId }: Actor,
  campaignId: string,
  { startNow }: { startNow?: boolean | undefined } = {},
): Promise<Precheck> {
  const table = tableOf(companyId)
  const stored = await requireCampaign(companyId, campaignId)
  const campaign = startNow ? { ...stored, scheduledAt: null } : stored
  return precheckOf(table, campaign, everyoneOf(table, campaign))
}

/**
 * Predicts the result of a start of these recipients, now or at the campaign's time.
 * @param campaign a stored campaign, or one that is proposed and not stored
 */
export async function precheckOf(
  table: TenantTable,
  campaign: StoredCampaign,
  everyone: AsyncIterable<PlannedRecipient>,
): Promise<Precheck> {
  const [setting, company] = await Promise.all([settingOf(table, campaign), getCompany(table)])
  const namesCompany = namesOf(company?.name ?? '')
  const [{ newcomers, namedByVariable, ...counts }, largeLists] = await Promise.all([
    countedFor(table, campaign, everyone, { ...setting, namesCompany }),
    largeListsOf(table, campaign),
  ])
  const { hold, budget, rules, now } = setting
  const waitingFor = obstacleOf(setting)
  const startsAt = waitingFor ? null : startOf(campaign, now)
  const opened = startsAt === null ? null : opensAt(rules.windows, rules.timeZone, startsAt)
  const isClosed = !waitingFor && !isOpen(rules.windows, rules.timeZone, startsAt ?? now)
  const outlook = opened === null ? null : outlookOf(setting, campaign, opened, { ...counts, newcomers })
  return {
    ...counts,
    parts: 1,
    unnamed: !namedByVariable && isUnnamed(campaign, namesCompany),
    largeLists,
    held: heldBy(hold, budget, newcomers),
    waitingFor: isClosed ? 'window' : waitingFor,
    expectedStartAt: isoTime(opened),
    // The time of people's answers is unknown.
    expectedEndAt: outlook && !campaign.confirmation ? isoTime(expectedEnd(outlook)) : null,
  }
}

/** Everything that decides when a campaign's messages leave. */
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

/** First contacts are looked up only if they make a difference. */
async function countedFor(
  table: TenantTable,
  campaign: StoredCampaign,
  everyone: AsyncIterable<PlannedRecipient>,
  { hold, budget, namesCompany }: Setting & { namesCompany: (text: string) => boolean },
): Promise<PrecheckCounts> {
  const reason = hold?.reason ?? (budget ? 'daily-budget' : undefined)
  const [blocked, known] = await Promise.all([
    allBlockedNumbers(table),
    reason ? acquaintances(table, campaign.whatsappId) : undefined,
  ])
  const isNewcomer = (number: string): boolean => {
    const theirs = spellingsOf(number).flatMap((spelling) => known?.get(chatOfNumber(spelling)) ?? [])
    const acquaintance = {
      wrote: theirs.some(({ wrote }) => wrote),
      written: theirs.some(({ written }) => written),
    }
    return reason !== undefined && !isExempt(reason, acquaintance)
  }
  const variables = variablesOf(campaign)
  return countPrecheck(everyone, { blocked, variables, isNewcomer, namesCompany })
}

function obstacleOf({ stop, connection }: Setting): Exclude<Precheck['waitingFor'], 'window'> {
  if (stop) return stop
  return connection?.status === 'CONNECTED' ? null : 'connection'
}

/** The scheduled time, if it is in the future, else now. */
const startOf = ({ status, scheduledAt }: StoredCampaign, now: number): number =>
  status === 'PROGRAMADA' && scheduledAt ? Math.max(now, Date.parse(scheduledAt)) : now

function outlookOf(
  { rules, chain, hold, budget }: Setting,
  { id }: StoredCampaign,
  startsAt: number,
  { sendable, newcomers, unknown }: Pick<PrecheckCounts, 'sendable' | 'newcomers' | 'unknown'>,
): Outlook {
  const isHeld = hold !== undefined && newcomers === sendable
  const others = chain?.running ? chain.lanes.filter(({ campaignId }) => campaignId !== id) : []
  return {
    ...rules,
    startsAt: isHeld ? Math.max(startsAt, hold.until) : startsAt,
    messages: sendable,
    firstContacts: newcomers,
    toLookUp: unknown,
    handedOver: chain?.handedOver ?? 0,
    budget,
    sharedBy: others.length + 1,
  }
}

function heldBy(hold: Hold | undefined, budget: Outlook['budget'], firstContacts: number): Precheck['held'] {
  if (firstContacts === 0) return null
  if (hold) return { reason: hold.reason, until: isoTime(hold.until), firstContacts, perDay: null }
  if (!budget || firstContacts <= budget.left) return null
  return { reason: 'daily-budget', until: null, firstContacts, perDay: budget.perDay }
}

/** A group gets one message, whatever its size. */
async function largeListsOf(table: TenantTable, campaign: StoredCampaign): Promise<Precheck['largeLists']> {
  if (isIntoGroups(campaign)) return []
  const lists = await Promise.all(campaign.contactListIds.map((listId) => getList(table, listId)))
  return lists.flatMap((list) => {
    if (!list || list.contactsCount <= RECOMMENDED_LIST_SIZE) return []
    return [{ id: list.id, name: list.name, contactsCount: list.contactsCount }]
  })
}

const isoTime = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()
