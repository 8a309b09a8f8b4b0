import { localDate } from '@recado/shared/calendar/local-date'
import { DAY_MS } from '@recado/shared/calendar/local-time'
import { getCounts } from '@recado/shared/campaigns/ledger/counts'
import { getCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { daysUntil } from '@recado/shared/companies/due-date'
import { isNearlyUsed } from '@recado/shared/companies/nearly-used'
import { planOfCompany } from '@recado/shared/companies/plan-of-company'
import { getCompany } from '@recado/shared/companies/store'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { getUsage, type Limited } from '@recado/shared/companies/usage'
import { getHealth } from '@recado/shared/connections/health-store'
import { getConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { getImport } from '@recado/shared/imports/store'
import { failsMuch, isDown, LOOKS } from '@recado/shared/notices/causes/causes'
import { NO_RECIPIENTS, type NoticeAbout } from '@recado/shared/notices/notice'
import type { NoticeCause } from '@recado/shared/queues/jobs'
import type { TenantTable } from '@recado/shared/table/tenant'
import { platform, ports } from '../context.ts'

/** The content of a notice, its receivers, and how it is told apart from an earlier one. */
export interface Told {
  about: NoticeAbout
  /** The user that it concerns; without one, the company's admins. */
  userId?: string
  subject: string
  /** Sorts by time: since when it is so. */
  since: string
}

type CauseOf<K extends NoticeCause['kind']> = Extract<NoticeCause, { kind: K }>

/** @returns undefined if it is not so any more; `again` if a connection has to be looked at again before it is told */
export function toldOf(table: TenantTable, cause: NoticeCause): Promise<Told | 'again' | undefined> {
  switch (cause.kind) {
    case 'connection-down':
      return connectionTold(table, cause)
    case 'campaign-ended':
    case 'campaign-waiting':
    case 'campaign-failing':
      return campaignTold(table, cause)
    case 'import-ended':
      return importTold(table, cause)
    case 'plan':
      return cause.of === 'due' ? dueTold(table) : limitTold(table, cause.of)
  }
}

async function connectionTold(
  table: TenantTable,
  { connectionId, looks }: CauseOf<'connection-down'>,
): Promise<Told | 'again' | undefined> {
  const connection = await getConnection(table, connectionId)
  const down = connection && isDown(connection)
  if (!connection || !down) return undefined
  if (down === 'network' && looks < LOOKS) return 'again'
  const { name, statusReason, bannedUntil: until, updatedAt } = connection
  const { lastTrafficAt = 0 } = await getHealth(table, connectionId)
  return {
    about: { place: 'connections', name, reason: statusReason ?? 'NETWORK', ...(until && { until }) },
    subject: connectionId,
    since: down === 'person' ? updatedAt : new Date(Math.max(lastTrafficAt, startOfDay())).toISOString(),
  }
}

/** The last traffic stays the same while a connection tries again and again: it is told anew once a day. */
const startOfDay = (): number => ports.now() - (ports.now() % DAY_MS)

async function campaignTold(
  table: TenantTable,
  { kind, campaignId }: CauseOf<'campaign-ended' | 'campaign-waiting' | 'campaign-failing'>,
): Promise<Told | undefined> {
  const campaign = await getCampaign(table, campaignId)
  if (!campaign) return undefined
  const state = stateOf(kind, campaign)
  if (!state) return undefined
  const { sent, failed, blocked } = await getCounts(table, campaignId)
  const counters = { sent, failed, blockeds: blocked }
  if (kind === 'campaign-failing' && !failsMuch(counters)) return undefined
  const { name, type, bannedUntil } = campaign
  const place = type === 'GROUP' ? 'group-campaign' : 'campaign'
  const { since, reason } = state
  const until = reason === 'banned' && bannedUntil
  const figures = { done: sent, failed: failed - blocked }
  return {
    about: { place, id: campaignId, name, ...(reason && { reason }), ...(until && { until }), ...figures },
    subject: [campaignId, reason].filter(Boolean).join('#'),
    since,
  }
}

/** Since when a campaign is in the state that a notice tells; undefined if it is not, or if a person paused it. */
function stateOf(
  kind: 'campaign-ended' | 'campaign-waiting' | 'campaign-failing',
  { status, startedAt, completedAt, pausedAt, pauseReason, fault, recipients }: StoredCampaign,
): { since: string; reason?: string } | undefined {
  if (kind === 'campaign-ended') {
    if (status !== 'FINALIZADA') return undefined
    return { since: completedAt ?? '', ...(recipients === 0 && { reason: NO_RECIPIENTS }) }
  }
  if (status !== 'EM_ANDAMENTO') return undefined
  // An internal error comes again with every try, and a share of failures with every message: once for each start.
  const since = startedAt ?? ''
  if (kind === 'campaign-failing') return { since }
  if (!pausedAt) return fault ? { since, reason: 'fault' } : undefined
  return pauseReason && pauseReason !== 'person' ? { since: pausedAt, reason: pauseReason } : undefined
}

async function importTold(table: TenantTable, cause: CauseOf<'import-ended'>): Promise<Told | undefined> {
  const stored = await getImport(table, cause)
  if (!stored?.userId || !stored.finishedAt) return undefined
  const { userId, contactListId, status, imported, refused, finishedAt } = stored
  const list = contactListId ? await getList(table, contactListId) : undefined
  if (contactListId && !list) return undefined
  return {
    about: { ...importPlace(cause, list), reason: status, done: imported, failed: refused },
    userId,
    subject: cause.importId,
    since: finishedAt,
  }
}

function importPlace(
  { into }: CauseOf<'import-ended'>,
  list: Awaited<ReturnType<typeof getList>>,
): Pick<NoticeAbout, 'place' | 'id' | 'name'> {
  if (!list) return { place: into ? 'contacts' : 'contact-blocks' }
  const { id, name, type } = list
  return { place: type === 'GROUP' ? 'group-list' : 'contact-list', id, name }
}

async function limitTold(table: TenantTable, of: Limited): Promise<Told | undefined> {
  const [plan, usage] = await Promise.all([planOfCompany(platform, table), getUsage(table)])
  if (!plan || !isNearlyUsed({ used: usage[of], limit: plan[of] })) return undefined
  return {
    about: { place: of, reason: of, done: usage[of], limit: plan[of] },
    subject: of,
    since: new Date(ports.now()).toISOString(),
  }
}

/** Days before the due date from which admins are reminded, and days after it. */
const DUE_DAYS = { before: 3, after: 7 }

async function dueTold(table: TenantTable): Promise<Told | undefined> {
  const [company, timeZone] = await Promise.all([getCompany(table), timeZoneOf(table)])
  if (!company?.dueDate || !company.status || company.archived) return undefined
  const today = localDate(ports.now(), timeZone)
  const dueIn = daysUntil(company.dueDate, today)
  if (dueIn > DUE_DAYS.before || dueIn < -DUE_DAYS.after) return undefined
  return {
    about: { place: 'settings', reason: dueIn < 0 ? 'overdue' : 'due', date: company.dueDate },
    subject: 'due',
    since: today,
  }
}
