import { getSettings } from '@recado/shared/campaigns/settings-store'
import type { Company } from '@recado/shared/companies/company'
import type { CompanyRecord } from '@recado/shared/companies/company-record'
import { getDeletion } from '@recado/shared/companies/deletion/deletion-store'
import { daysUntil } from '@recado/shared/companies/due-date'
import { isOverdue } from '@recado/shared/companies/overdue'
import { settingsOf } from '@recado/shared/companies/store'
import { allConnections } from '@recado/shared/connections/store'
import { instances } from '@recado/shared/instances/store'
import { localDate } from '@recado/shared/local-date'
import { plans } from '@recado/shared/plans/store'
import { platform, ports, tableOf } from '../context.ts'

/** A company as it is shown, with its plan, its instance and its connections. */
export async function recordOf(company: Company): Promise<CompanyRecord> {
  const { id, planId, instanceId, handoverFrom, dueDate } = company
  const [plan, instance, handsOver, connections, today, deletion] = await Promise.all([
    planId ? plans.get(platform, planId) : undefined,
    instanceId ? instances.get(platform, instanceId) : undefined,
    handoverFrom ? instances.get(platform, handoverFrom.instanceId) : undefined,
    allConnections(tableOf(id)),
    todayOf(id),
    company.archived ? getDeletion(platform, id) : undefined,
  ])
  return {
    ...company,
    plan: plan ?? null,
    instance: instance ?? null,
    handoverFrom: handsOver && handoverFrom ? handoverFrom : null,
    dueIn: dueDate === null ? null : daysUntil(dueDate, today),
    overdueSince: isOverdue(company, ports.now()) ? company.overdueFrom : null,
    isBeingDeleted: deletion !== undefined,
    schedules: company.schedules ?? null,
    settings: settingsOf(company),
    whatsapps: connections.map(({ id, name, status }) => ({ id, name, status, channelType: 'whatsapp' })),
  }
}

/** The date by a company's own calendar. */
export async function todayOf(companyId: string): Promise<string> {
  const { timezone } = await getSettings(tableOf(companyId))
  return localDate(ports.now(), timezone)
}
