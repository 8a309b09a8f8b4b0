import { byName } from '@recado/shared/by-name'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Plan, PlanInput } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import { platform, ports } from '../context.ts'
import { NamedRecords } from '../named-records.ts'

const records = new NamedRecords(plans, {
  unknown: 'ERR_NO_PLAN_FOUND',
  taken: 'A plan with this name already exists',
})

export const list = async (): Promise<Plan[]> => (await plans.all(platform)).sort(byName)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: PlanInput): Promise<Plan> {
  const now = new Date(ports.now()).toISOString()
  return records.create({ id: newId(), ...input, companies: 0, createdAt: now, updatedAt: now })
}

/**
 * Changes a plan. Lower limits remove nothing from its companies; they only block additions.
 * @throws DomainError ERR_DUPLICATED_NAME
 */
export const update = (planId: string, input: PlanInput): Promise<Plan> =>
  records.change(planId, (updatedAt) => ({ ...input, updatedAt }))

/**
 * Deletes a plan. A company that takes it at this moment makes the deletion fail, or finds the plan gone.
 * @throws DomainError ERR_PLAN_IN_USE
 */
export const remove = (planId: string): Promise<undefined> =>
  records.delete(planId, requireUnused, { companies: 0 })

function requireUnused({ companies }: Plan): void {
  if (companies === 0) return
  const details = [{ path: 'companies', code: String(companies) }]
  throw new DomainError('conflict', 'ERR_PLAN_IN_USE', 'Companies have this plan', { details })
}
