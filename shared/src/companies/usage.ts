import { DomainError } from '../errors.ts'
import type { Plan, PlanInput } from '../plans/plan.ts'
import { ConditionFailed, type Key, type Test, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** What a plan limits, by the plan's own field. */
export type Limited = keyof Pick<PlanInput, 'users' | 'connections' | 'queues'>

/** How many of each a company has. */
export type Usage = { [K in Limited]: number }

const NONE: Usage = { users: 0, connections: 0, queues: 0 }

const USAGE: Key = { pk: 'COMPANY', sk: 'USAGE' }

export const getUsage = async (table: TenantTable): Promise<Usage> => (await table.get<Usage>(USAGE)) ?? NONE

/**
 * Belongs into the transaction that creates one: of several at once, as many are created as the plan allows.
 * @param plan the company's; without one there is no limit
 */
export function takePlace(of: Limited, plan: Pick<Plan, Limited> | undefined): Write {
  // All three, so that each is there to be compared.
  const write = { update: USAGE, change: { add: { ...NONE, [of]: 1 } } }
  // A limit is one at least.
  return plan ? { ...write, when: [{ [of]: { below: plan[of] } }, { pk: { exists: false } }] } : write
}

/** Belongs into the transaction that deletes one. */
export const freePlace = (of: Limited): Write => ({ update: USAGE, change: { add: { [of]: -1 } } })

/** That a company has no more than a plan allows: belongs into the transaction that gives it that plan. */
export function fitsInto(plan: Pick<Plan, Limited>): Write {
  const within = (of: Limited): Test => ({ below: plan[of] + 1 })
  const all = { users: within('users'), connections: within('connections'), queues: within('queues') }
  return { check: USAGE, when: [all, { pk: { exists: false } }] }
}

/** What of a company exceeds a plan. */
export const exceeding = (usage: Usage, plan: Pick<Plan, Limited>): Limited[] =>
  (['users', 'connections', 'queues'] as const).filter((of) => usage[of] > plan[of])

/** @param exceeded what there would be too many of */
export const planLimit = (exceeded: readonly Limited[]) =>
  new DomainError('payment-required', 'ERR_PLAN_LIMIT', 'The plan of the company does not allow this', {
    details: exceeded.map((path) => ({ path, code: 'too_many' })),
  })

/**
 * Makes the transaction of a creation. @param at which of its writes is `takePlace`'s
 * @throws DomainError ERR_PLAN_LIMIT; ConditionFailed where another write's condition did not hold
 */
export async function withinPlan<T>(made: Promise<T>, of: Limited, at: number): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (error instanceof ConditionFailed && error.failures[at] !== undefined) throw planLimit([of])
    throw error
  }
}
