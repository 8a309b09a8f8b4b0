import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Plan, PlanInput } from '@recado/shared/plans/plan'
import { plans } from '@recado/shared/plans/store'
import type { Outcome } from '@recado/shared/table/unique-values'
import { platform, ports } from '../context.ts'

const byName = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

export const list = async (): Promise<Plan[]> =>
  (await plans.all(platform)).sort((a, b) => byName.compare(a.name, b.name))

/** @throws DomainError ERR_DUPLICATED_NAME */
export async function create(input: PlanInput): Promise<Plan> {
  const now = new Date(ports.now()).toISOString()
  const plan: Plan = { id: newId(), ...input, companies: 0, createdAt: now, updatedAt: now }
  requireUnique(await plans.put(platform, plan))
  return plan
}

/**
 * Lower limits remove nothing from the plan's companies; they only block additions. @throws DomainError
 * ERR_DUPLICATED_NAME
 */
export async function update(planId: string, input: PlanInput): Promise<Plan> {
  const read = await requirePlan(planId)
  const updatedAt = new Date(ports.now()).toISOString()
  const outcome = await plans.change(platform, read, { ...input, updatedAt })
  if (outcome === 'changed') return update(planId, input)
  requireUnique(outcome)
  return requirePlan(planId)
}

/** @throws DomainError ERR_PLAN_IN_USE */
export async function remove(planId: string): Promise<undefined> {
  const read = await requirePlan(planId)
  if (read.companies > 0) {
    const details = [{ path: 'companies', code: String(read.companies) }]
    throw new DomainError('conflict', 'ERR_PLAN_IN_USE', 'Companies have this plan', { details })
  }
  // A company that takes the plan at this moment makes the delete fail, or finds the plan gone.
  if ((await plans.delete(platform, read, { companies: 0 })) === 'changed') return remove(planId)
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
