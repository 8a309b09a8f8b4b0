import type { Plan } from '../plans/plan.ts'
import { plans } from '../plans/store.ts'
import { checkRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { companyKey, getCompany } from './store.ts'

/** The plan of a company; undefined for one without, which has no limits. */
export async function planOfCompany(platform: TenantTable, company: TenantTable): Promise<Plan | undefined> {
  const { planId } = (await getCompany(company)) ?? {}
  return planId ? plans.get(platform, planId) : undefined
}

/** A condition for a transaction: the company still has this plan. The transaction's other writes check its limits. */
export const requirePlan = (planId: string): Write => checkRow(companyKey, { planId })
