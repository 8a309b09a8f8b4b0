import type { Plan } from '@recado/shared/plans/plan'
import { planOfCompany } from '@recado/shared/plans/store'
import { platform, tableOf } from '../context.ts'

/** The plan that limits a company; undefined for one without limits. */
export const planOf = (companyId: string): Promise<Plan | undefined> =>
  planOfCompany(platform, tableOf(companyId))
