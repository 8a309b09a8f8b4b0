import { planOfCompany } from '@recado/shared/companies/plan-of-company'
import type { Plan } from '@recado/shared/plans/plan'
import { type AGAIN, retrying } from '@recado/shared/table/retrying'
import { platform, tableOf } from '../context.ts'

/**
 * Creates something that the plan of a company limits. A plan that an operator changes meanwhile is read again.
 * @param create gets the plan, undefined for a company without limits; returns AGAIN if the company has another one by now
 */
export const underPlan = <T>(
  companyId: string,
  create: (plan: Plan | undefined) => Promise<T | typeof AGAIN>,
): Promise<T> => {
  const table = tableOf(companyId)
  return retrying(table, () => planOfCompany(platform, table), create)
}
