import { localDate } from '@recado/shared/calendar/local-date'
import type { Company } from '@recado/shared/companies/company'
import { daysUntil } from '@recado/shared/companies/due-date'
import { isOverdue } from '@recado/shared/companies/overdue'
import type { CompanyRecord } from '@recado/shared/companies/register/company-record'
import { getDeletion } from '@recado/shared/companies/register/deletion-store'
import { settingsOf } from '@recado/shared/companies/store'
import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { allConnections } from '@recado/shared/connections/store'
import { instances } from '@recado/shared/instances/store'
import { plans } from '@recado/shared/plans/store'
import { platform, ports, tableOf } from '../context.ts'

/** A company for display, with its plan, instance and connections. */
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

/** The current date in the company's time zone. */
export async function todayOf(companyId: string): Promise<string> {
  return localDate(ports.now(), await timeZoneOf(tableOf(companyId)))
}
