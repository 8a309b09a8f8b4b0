import { localDate } from '@recado/shared/calendar/local-date'
import { type CampaignCounts, countsOf, daysIn } from '@recado/shared/campaigns/ledger/counts'
import { campaignsNewestFirst, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { allLists } from '@recado/shared/contact-lists/store'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { DAYS_AT_MOST, daysBetween } from '@recado/shared/dashboard/days'
import { DomainError } from '@recado/shared/errors/errors'
import { firstOf } from '@recado/shared/first-of'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'

const CAMPAIGNS_SHOWN = 20

/**
 * Results of a company's campaigns in a range of days of its calendar.
 * @throws DomainError ERR_DATE_RANGE for days in the wrong order, or more than 366
 */
export async function dashboard(
  { companyId }: Actor,
  { date_from: from, date_to: to }: { date_from: string; date_to: string },
): Promise<Dashboard> {
  const days = daysBetween(from, to)
  if (!days)
    throw new DomainError('invalid', 'ERR_DATE_RANGE', 'Choose 366 days at most, the first one first', {
      values: { days: DAYS_AT_MOST },
    })
  const table = tableOf(companyId)
  const [timeZone, campaigns, ...lists] = await Promise.all([
    timeZoneOf(table),
    allCampaigns(table),
    allLists(table, 'PRIVATE'),
    allLists(table, 'GROUP'),
  ])
  const wasThere = campaigns.filter((campaign) => isWithin(campaign, timeZone, from, to))
  const ran = campaigns.filter(({ startedAt }) => startedAt !== null)
  const counts = await countsOf(
    table,
    ran.map(({ id }) => id),
  )
  const sent = sentByDay([...counts.values()])
  const shown = days.map((day) => ({ day, sent: sent.get(day) ?? 0 }))
  return {
    campaigns: firstOf(wasThere, CAMPAIGNS_SHOWN).map((campaign) =>
      inDashboard(campaign, counts.get(campaign.id)),
    ),
    counters: {
      campaigns: wasThere.length,
      lists: lists.flat().length,
      messages: shown.reduce((sum, day) => sum + day.sent, 0),
    },
    days: shown,
  }
}

/** Newest first. */
async function allCampaigns(table: TenantTable): Promise<StoredCampaign[]> {
  const campaigns: StoredCampaign[] = []
  for await (const campaign of campaignsNewestFirst(table)) campaigns.push(campaign)
  return campaigns
}

/** Whether a campaign was created, or ran, on one of these days. */
function isWithin(
  { createdAt, startedAt, completedAt, updatedAt, status }: StoredCampaign,
  timeZone: string,
  from: string,
  to: string,
): boolean {
  const dayOf = (at: string) => localDate(Date.parse(at), timeZone)
  const made = dayOf(createdAt)
  if (made >= from && made <= to) return true
  if (!startedAt || dayOf(startedAt) > to) return false
  // The end of a cancelled campaign is not stored; its last change is the nearest known time.
  return status === 'EM_ANDAMENTO' || dayOf(completedAt ?? updatedAt) >= from
}

function sentByDay(all: readonly CampaignCounts[]): Map<string, number> {
  const sent = new Map<string, number>()
  for (const counts of all)
    for (const [day, count] of daysIn(counts)) sent.set(day, (sent.get(day) ?? 0) + count)
  return sent
}

const inDashboard = (
  { id, type, name, status, pausedAt, scheduledAt, completedAt }: StoredCampaign,
  counts: CampaignCounts | undefined,
) => ({
  id,
  type,
  name,
  status,
  pausedAt,
  scheduledAt,
  completedAt,
  totalDelivered: counts?.sent ?? 0,
})
