import type { Plan } from '../plans/plan.ts'
import { plans } from '../plans/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import { getCompany } from './store.ts'

/** The plan of a company; undefined for one without, which has no limits. */
export async function planOfCompany(platform: TenantTable, company: TenantTable): Promise<Plan | undefined> {
  const { planId } = (await getCompany(company)) ?? {}
  return planId ? plans.get(platform, planId) : undefined
}
