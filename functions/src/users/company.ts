import type { Company } from '@recado/shared/companies/company'
import { getCompany } from '@recado/shared/companies/store'
import { notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { isCompanyId } from '@recado/shared/table/tenant'
import { tableOf } from '../context.ts'

/** Requires that a company exists. The caller's own always does. @throws DomainError ERR_NO_COMPANY_FOUND */
export async function requireCompany(actor: Actor, companyId: string): Promise<void> {
  if (companyId !== actor.companyId) await existingCompany(companyId)
}

/** @throws DomainError ERR_NO_COMPANY_FOUND */
export async function existingCompany(companyId: string): Promise<Company> {
  const company = isCompanyId(companyId) ? await getCompany(tableOf(companyId)) : undefined
  if (!company) throw notFound('ERR_NO_COMPANY_FOUND')
  return company
}
