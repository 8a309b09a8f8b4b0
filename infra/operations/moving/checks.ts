import { getDeletion } from '@recado/shared/companies/register/deletion-store'
import { getRegistered } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { exceeding, getUsage } from '@recado/shared/companies/usage'
import { socketTasks } from '@recado/shared/connections/holding'
import { originOf } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { plans } from '@recado/shared/plans/store'
import { type Finding, type Found, finding, missing, ok } from '../preflight/finding.ts'
import { deadLettersOf } from './dead-letters.ts'
import { takenEmails } from './index-rows.ts'
import { planAtTarget } from './open-target.ts'
import { arrivalKey, type Move } from './record.ts'
import type { Side, Sides } from './side.ts'

/** Limit of a deployment's answer, in milliseconds. */
const ANSWERS_WITHIN_MS = 10_000

/** What a move needs. Reads only. @param move one that is under way */
export async function checkMove(sides: Sides, move: Move | undefined): Promise<Finding[]> {
  const { companyId, source, target } = sides
  return Promise.all([
    finding('company at the source', async () => {
      if (await getDeletion(source.platform, companyId)) return missing('is being deleted', '-')
      const company = await getCompany(source.table)
      if (company?.instanceId && !move)
        return missing('is on another instance already', 'take its instance away (Empresas) if that is wrong')
      return ok(move ? `its move began at ${move.startedAt}` : 'is there')
    }),
    finding('company at the target', async () => {
      if (await getRegistered(target.platform, companyId)) {
        if (move?.step === 'opening') return ok('is there, by this move')
        return (await worksAtTarget(sides))
          ? missing(
              'was moved there already, and works there',
              `archive it here (Empresas) with the instance ${target.deployment.origin}, and delete nothing there`,
            )
          : missing('has the same id there', 'delete that one first')
      }
      const arrival = await target.platform.get(arrivalKey(companyId))
      if (arrival && arrival.from !== source.deployment.origin)
        return missing(`comes from ${arrival.from}`, 'complete or abandon that move first')
      return ok('is not there yet')
    }),
    finding('release', () => sameRelease(sides)),
    finding('e-mails', async () => {
      const taken = await takenEmails(sides)
      if (taken.length === 0) return ok('are free at the target')
      return missing(
        `of ${taken.length} users belong to others there: ${taken.join(', ')}`,
        'change the e-mail of one of the two',
      )
    }),
    finding('plan', async () => {
      const plan = await planAtTarget(sides)
      if (!plan) return ok('the company has none')
      const found = plan.id ? await plans.get(target.platform, plan.id) : undefined
      if (!found) return missing(`there is no plan ${plan.name}`, 'create a plan of this name at the target')
      const exceeded = exceeding(await getUsage(source.table), found)
      return exceeded.length === 0
        ? ok(`${plan.name} is there`)
        : missing(`${plan.name} allows fewer ${exceeded.join(', ')}`, 'raise its limits at the target')
    }),
    finding('dead letters', async () => {
      const dead = await deadLettersOf(source.deployment, companyId)
      if (dead.length === 0) return ok('none of this company')
      return missing(`of this company in ${dead.join(', ')}`, `fix the cause, then ops requeue ${dead[0]}`)
    }),
    finding('socket service at the source', () => aliveAt(source)),
  ])
}

/**
 * Whether an earlier move from this source brought the company to the target, where it works. A restored table of the
 * source does not know that move.
 */
async function worksAtTarget({ companyId, source, target }: Sides): Promise<boolean> {
  const { handoverFrom, instanceId } = (await getCompany(target.table)) ?? {}
  if (handoverFrom?.companyId !== companyId || instanceId) return false
  const from = await instances.get(target.platform, handoverFrom.instanceId)
  return from !== undefined && originOf(from) === source.deployment.origin
}

/** Rows of the source must be readable at the target, and both apps must know the hand-over. */
async function sameRelease({ source, target }: Sides): Promise<Found> {
  const [here, there] = await Promise.all([source, target].map(({ deployment }) => pageOf(deployment.origin)))
  if (here === undefined || there === undefined)
    return {
      state: 'unknown',
      found: `${here === undefined ? source.deployment.origin : target.deployment.origin} does not answer here`,
      mend: 'compare the releases yourself',
    }
  return here === there ? ok('is the same') : missing('differs', 'deploy the same release to both')
}

/** A release's page names its files by their content. */
async function pageOf(origin: string): Promise<string | undefined> {
  try {
    return await (await fetch(origin, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })).text()
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return undefined
    throw error
  }
}

async function aliveAt({ deployment }: Side): Promise<Found> {
  const tasks = await socketTasks(deployment.table, deployment.now())
  return tasks.length > 0 ? ok(`${tasks.length} tasks`) : missing('no task is alive', 'ops tasks')
}
