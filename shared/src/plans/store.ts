import { getCompany } from '../companies/store.ts'
import { NamedRows } from '../table/named-rows.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Plan } from './plan.ts'

/** Rows of the platform. */
export const plans = new NamedRows<Plan, 'name'>('PLANS', 'name')

/** The plan of a company; undefined for one without, which has no limits. */
export async function planOfCompany(platform: TenantTable, company: TenantTable): Promise<Plan | undefined> {
  const { planId } = (await getCompany(company)) ?? {}
  return planId ? plans.get(platform, planId) : undefined
}
