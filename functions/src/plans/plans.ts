import { byName } from '@recado/shared/by-name'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Plan, PlanInput } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import { platform, ports } from '../context.ts'

export const list = async (): Promise<Plan[]> => (await plans.all(platform)).sort(byName)

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: PlanInput): Promise<Plan> {
  const now = new Date(ports.now()).toISOString()
  const plan: Plan = { id: newId(), ...input, companies: 0, createdAt: now, updatedAt: now }
  requireUnique(await plans.put(platform, plan))
  return plan
}

/**
 * Changes a plan. Lower limits remove nothing from its companies; they only block additions.
 * @throws DomainError ERR_DUPLICATED_NAME
 */
export async function update(planId: string, input: PlanInput): Promise<Plan> {
  await retrying(
    platform,
    () => requirePlan(planId),
    async (read) => {
      const updatedAt = new Date(ports.now()).toISOString()
      const outcome = await plans.change(platform, read, { ...input, updatedAt })
      if (outcome === 'changed') return AGAIN
      return requireUnique(outcome)
    },
  )
  return requirePlan(planId)
}

/** @throws DomainError ERR_PLAN_IN_USE */
export const remove = (planId: string): Promise<undefined> =>
  retrying(
    platform,
    () => requirePlan(planId),
    async (read) => {
      requireUnused(read)
      // A company that takes the plan at this moment makes the delete fail, or finds the plan gone.
      return (await plans.delete(platform, read, { companies: 0 })) === 'changed' ? AGAIN : undefined
    },
  )

function requireUnused({ companies }: Plan): void {
  if (companies === 0) return
  const details = [{ path: 'companies', code: String(companies) }]
  throw new DomainError('conflict', 'ERR_PLAN_IN_USE', 'Companies have this plan', { details })
}

async function requirePlan(planId: string): Promise<Plan> {
  const found = await plans.get(platform, planId)
  if (!found) throw notFound('ERR_NO_PLAN_FOUND')
  return found
}

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', 'A plan with this name already exists')
}
