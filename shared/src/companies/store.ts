import type { Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Company, SessionCompany } from './company.ts'

export const companyKey: Key = { pk: 'COMPANY', sk: 'COMPANY' }

export const getCompany = (table: TenantTable) => table.get<Company>(companyKey)

/** Creates a company that does not exist yet. */
export const putCompany = (table: TenantTable, company: Company) =>
  table.put({ ...company, ...companyKey }, { pk: { exists: false } })

/** The company as its own users see it. */
export const sessionCompanyOf = ({ id, name, dueDate, campaignsEnabled }: Company): SessionCompany => ({
  id,
  name,
  dueDate,
  settings: [{ key: 'campaignsEnabled', value: String(campaignsEnabled) }],
  instance: null,
})
