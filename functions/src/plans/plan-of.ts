import { planOfCompany } from '@recado/shared/companies/plan-of-company'
import type { Plan } from '@recado/shared/plans/plan'
import { platform, tableOf } from '../context.ts'

/** The plan of a company; undefined for a company without limits. */
export const planOf = (companyId: string): Promise<Plan | undefined> =>
  planOfCompany(platform, tableOf(companyId))
