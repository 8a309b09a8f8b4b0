import { keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Company, SessionCompany } from './company.ts'
import { isOverdue } from './overdue.ts'

export const companyKey = keyIn<Company>('COMPANY', 'COMPANY')

export const getCompany = (table: TenantTable) => table.get(companyKey)

/** Creates a company that does not exist yet. */
export const putCompany = (table: TenantTable, company: Company) =>
  table.put({ ...company, ...companyKey }, { pk: { exists: false } })

/** The company as its own users see it. @param timeZone the company's, an IANA name */
export const sessionCompanyOf = (company: Company, timeZone: string, now: number): SessionCompany => ({
  id: company.id,
  name: company.name,
  dueDate: company.dueDate,
  overdueSince: isOverdue(company, now) ? company.overdueFrom : null,
  settings: settingsAndZoneOf(company, timeZone),
  instance: null,
})

/** A company's settings as `{key, value}` (part 2 §3). */
export const settingsOf = ({ campaignsEnabled, userRating, scheduleType }: Company) => [
  { key: 'campaignsEnabled', value: String(campaignsEnabled) },
  { key: 'userRating', value: userRating },
  { key: 'scheduleType', value: scheduleType },
]

/** The same and the company's time zone, which has another row, as the company's own users read them. */
export const settingsAndZoneOf = (company: Company, timeZone: string) => [
  ...settingsOf(company),
  { key: 'timezone', value: timeZone },
]
