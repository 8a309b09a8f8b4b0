import { type CampaignCounts, countsOf, daysIn } from '@recado/shared/campaigns/counts'
import { getSettings } from '@recado/shared/campaigns/settings-store'
import { pageOfCampaigns, type StoredCampaign } from '@recado/shared/campaigns/store'
import { allLists } from '@recado/shared/contact-lists/store'
import type { Dashboard } from '@recado/shared/dashboard/dashboard'
import { daysBetween } from '@recado/shared/dashboard/days'
import { DomainError } from '@recado/shared/errors'
import { firstOf } from '@recado/shared/first-of'
import { localDate } from '@recado/shared/local-date'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'

const CAMPAIGNS_SHOWN = 20

/**
 * What a company's campaigns did in some days of its calendar.
 * @throws DomainError ERR_DATE_RANGE for days in the wrong order, or more than 366
 */
export async function dashboard(
  { companyId }: Actor,
  { date_from: from, date_to: to }: { date_from: string; date_to: string },
): Promise<Dashboard> {
  const days = daysBetween(from, to)
  if (!days)
    throw new DomainError('invalid', 'ERR_DATE_RANGE', 'Choose 366 days at most, the first one first')
  const table = tableOf(companyId)
  const [{ timezone }, campaigns, ...lists] = await Promise.all([
    getSettings(table),
    allCampaigns(table),
    allLists(table, 'PRIVATE'),
    allLists(table, 'GROUP'),
  ])
  const wasThere = campaigns.filter((campaign) => isWithin(campaign, timezone, from, to))
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
  const all = { search: '', limit: Number.MAX_SAFE_INTEGER }
  const [contacts, groups] = await Promise.all([
    pageOfCampaigns(table, { type: 'PRIVATE', ...all }),
    pageOfCampaigns(table, { type: 'GROUP', ...all }),
  ])
  return [...contacts.rows, ...groups.rows].sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** Whether it was made, or ran, on one of these days. */
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
  // Of a cancelled one the last change is as near to its end as is known.
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
