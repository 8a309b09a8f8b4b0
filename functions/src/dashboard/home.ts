import { can } from '@recado/shared/campaigns/contract/machine'
import { pageOfCampaignIds } from '@recado/shared/campaigns/store/campaign-lists'
import { campaignsOfPage, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { planOfCompany } from '@recado/shared/companies/plan-of-company'
import { getUsage } from '@recado/shared/companies/usage'
import { allConnections } from '@recado/shared/connections/store'
import { getFirstSteps } from '@recado/shared/dashboard/first-steps-store'
import type { Home, PlanPlaces } from '@recado/shared/dashboard/home'
import type { Actor } from '@recado/shared/sessions/session'
import { partition } from '@recado/shared/table/table'
import type { TenantTable } from '@recado/shared/table/tenant'
import { platform, tableOf } from '../context.ts'

/**
 * What a company did already of its first use, and how much of its plan is used. Reads the connections, which a plan
 * limits, and a row of each other kind, whatever the size of the company.
 */
export async function home({ companyId }: Actor): Promise<Home> {
  const table = tableOf(companyId)
  const [connections, hasList, hasConversation, hasRun, latest, usage, plan, { triedAt }] = await Promise.all(
    [
      allConnections(table),
      hasRows(table, 'LISTS'),
      hasRows(table, 'TICKETS'),
      // A campaign's counts are written when it starts.
      hasRows(table, 'CAMPAIGN-COUNTS'),
      latestCampaign(table),
      getUsage(table),
      planOfCompany(platform, table),
      getFirstSteps(table),
    ],
  )
  return {
    steps: {
      connection: connections.some(({ status, linkedAt }) => linkedAt !== null || status === 'CONNECTED'),
      list: hasList,
      campaign: latest !== undefined,
      trial: triedAt !== undefined || hasRun,
      queue: usage.queues > 0,
      team: usage.users > 1,
      conversation: hasConversation,
    },
    draft: latest && can(latest, 'edit') ? { id: latest.id, type: latest.type } : null,
    plan: plan ? placesOf(usage, plan) : null,
  }
}

const hasRows = async (table: TenantTable, pk: string): Promise<boolean> =>
  (await table.query({ pk: partition<object>(pk), limit: 1 })).rows.length > 0

async function latestCampaign(table: TenantTable): Promise<StoredCampaign | undefined> {
  const pages = await Promise.all(
    (['PRIVATE', 'GROUP'] as const).map((type) => pageOfCampaignIds(table, { type, search: '', limit: 1 })),
  )
  const [latest] = pages.flatMap(({ rows }) => rows).sort((a, b) => b.id.localeCompare(a.id))
  return latest && (await campaignsOfPage(table, [latest]))[0]
}

type Places = Record<keyof PlanPlaces, number>

const placesOf = (used: Places, limits: Places): PlanPlaces => ({
  users: { used: used.users, limit: limits.users },
  connections: { used: used.connections, limit: limits.connections },
  queues: { used: used.queues, limit: limits.queues },
})
