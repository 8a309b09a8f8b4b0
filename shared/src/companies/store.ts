import { keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Company, SessionCompany } from './company.ts'
import { isOverdue } from './overdue.ts'

export const companyKey = keyIn<Company>('COMPANY', 'COMPANY')

export const getCompany = (table: TenantTable) => table.get(companyKey)

/** Creates a company that does not exist yet. */
export const putCompany = (table: TenantTable, company: Company) =>
  table.put({ ...company, ...companyKey }, { pk: { exists: false } })

/** The company as its own users see it. */
export const sessionCompanyOf = (company: Company, now: number): SessionCompany => ({
  id: company.id,
  name: company.name,
  dueDate: company.dueDate,
  overdueSince: isOverdue(company, now) ? company.overdueFrom : null,
  settings: settingsOf(company),
  instance: null,
})

/** A company's settings as `{key, value}` (part 2 §3). */
export const settingsOf = ({ campaignsEnabled, userRating, scheduleType }: Company) => [
  { key: 'campaignsEnabled', value: String(campaignsEnabled) },
  { key: 'userRating', value: userRating },
  { key: 'scheduleType', value: scheduleType },
]
