import { DomainError, type ErrorValues } from '../errors/errors.ts'
import type { Plan, PlanInput } from '../plans/plan.ts'
import { AGAIN } from '../table/retrying.ts'
import { ConditionFailed, checkRow, keyIn, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { companyKey } from './store.ts'

/** The limited kinds, named like the plan's fields. */
export type Limited = keyof Pick<PlanInput, 'users' | 'connections' | 'queues'>

/** The company's number of each kind. */
export type Usage = { [K in Limited]: number }

const NONE: Usage = { users: 0, connections: 0, queues: 0 }

const USAGE = keyIn<Usage>('COMPANY', 'USAGE')

export const getUsage = async (table: TenantTable): Promise<Usage> => (await table.get(USAGE)) ?? NONE

/**
 * A write for the transaction that creates a user, connection or queue. Concurrent creations cannot exceed the plan.
 * @param plan the company's plan; without a plan there is no limit
 */
export function takePlace(of: Limited, plan: Pick<Plan, Limited> | undefined): Write {
  // All three, so that each exists for comparisons.
  const write = updateRow(USAGE, { add: { ...NONE, [of]: 1 } })
  // A limit is at least one, so a missing row always has room.
  return plan ? { ...write, when: [{ [of]: { below: plan[of] } }, { pk: { exists: false } }] } : write
}

/** The plan of a company, as a creation read it. */
export type PlanAsRead = Pick<Plan, 'id' | Limited>

/** The last write of a creation's transaction: the company still has the plan whose limit `takePlace` checks. */
export const samePlan = (plan: PlanAsRead | undefined): Write[] =>
  plan ? [checkRow(companyKey, { planId: plan.id })] : []

/** A write for the transaction that deletes a user, connection or queue. */
export const freePlace = (of: Limited): Write => updateRow(USAGE, { add: { [of]: -1 } })

/** A write for the transaction that assigns a plan: checks that the company is within its limits. */
export function fitsInto(plan: Pick<Plan, Limited>): Write {
  const within = (of: Limited) => ({ below: plan[of] + 1 })
  const all = { users: within('users'), connections: within('connections'), queues: within('queues') }
  return checkRow(USAGE, [all, { pk: { exists: false } }])
}

/** The kinds that exceed a plan. */
export const exceeding = (usage: Usage, plan: Pick<Plan, Limited>): Limited[] =>
  (['users', 'connections', 'queues'] as const).filter((of) => usage[of] > plan[of])

/** @param exceeded kinds over their limit */
export const planLimit = (exceeded: readonly Limited[], values?: ErrorValues) =>
  new DomainError('payment-required', 'ERR_PLAN_LIMIT', 'The plan of the company does not allow this', {
    details: exceeded.map((path) => ({ path, code: 'too_many' })),
    ...(values && { values }),
  })

/** The refusal of one more user, connection or queue. The value `of` chooses the text, and `count` is the plan's limit. */
const planFull = (kind: Limited, plan: Pick<Plan, Limited>, of: string = kind) =>
  planLimit([kind], { of, count: plan[kind] })

/** A condition for a transaction: the company has as many users as were read. */
export const sameUsers = ({ users }: Usage): Write => checkRow(USAGE, [{ users }, { pk: { exists: false } }])

/**
 * Refuses an invitation that would find no place in the plan. The sign-up takes the place.
 * @param invited number of open invitations
 * @throws DomainError ERR_PLAN_LIMIT
 */
export function requirePlaceToInvite(plan: Pick<Plan, Limited>, { users }: Usage, invited: number): void {
  if (users + invited >= plan.users) throw planFull('users', plan, 'invitations')
}

/**
 * Awaits the transaction of a creation, which ends with `samePlan`.
 * @param at index of the write of `takePlace`
 * @returns AGAIN if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT; ConditionFailed if another write's condition did not hold
 */
export async function withinPlan<T>(
  made: Promise<T>,
  plan: PlanAsRead | undefined,
  of: Limited,
  at: number,
): Promise<T | typeof AGAIN> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    // First: a limit of an earlier plan decides nothing.
    if (plan && error.failures.at(-1) !== undefined) return AGAIN
    if (plan && error.failures[at] !== undefined) throw planFull(of, plan)
    throw error
  }
}
