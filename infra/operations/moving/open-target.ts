import { foundCompany } from '@recado/shared/companies/register/register-store'
import { getCompany } from '@recado/shared/companies/store'
import { newId } from '@recado/shared/ids'
import { originOf } from '@recado/shared/instances/instance'
import { instances } from '@recado/shared/instances/store'
import { plans } from '@recado/shared/plans/store'
import { KEEPS_ALL, RETAINED } from '@recado/shared/retention/retention'
import { getRetention, putRetention } from '@recado/shared/retention/store'
import { sameName } from '@recado/shared/table/unique-values'
import { OperationError } from '../command.ts'
import { changeCompany } from './change-company.ts'
import { enterConnections, enterDue } from './index-rows.ts'
import { arrivalKey, type Move, moveKey } from './record.ts'
import type { Side, Sides } from './side.ts'

/** The plan of the target with the name of the company's plan at the source; null for a company without one. */
export async function planAtTarget({ source, target }: Sides): Promise<{ id: string; name: string } | null> {
  const { planId } = (await getCompany(source.table)) ?? {}
  const plan = planId ? await plans.get(source.platform, planId) : undefined
  if (!plan) return null
  const found = (await plans.all(target.platform)).find(({ name }) => sameName(name) === sameName(plan.name))
  return { id: found?.id ?? '', name: plan.name }
}

/**
 * Opens the company at the target, as active as it was, and lets its users in from the source. Then archives it at the
 * source, where a sign-in leads to the target from now on. May be repeated.
 */
export async function openTarget(sides: Sides, move: Move): Promise<void> {
  const { companyId, source, target } = sides
  const [sourceThere, targetHere] = [
    await instanceAt(target, source.deployment.origin),
    await instanceAt(source, target.deployment.origin),
  ]
  if (!(await getCompany(target.table))) await enterCompany(sides, sourceThere)
  // A company that has chosen how long it keeps its data has a row of the platform, for the daily clean-up.
  const retention = await getRetention(target.table)
  if (RETAINED.some((kind) => retention[kind] !== KEEPS_ALL[kind]))
    await putRetention(target.table, target.platform, retention)
  await enterConnections(target.table, target.deployment.shards)
  await enterDue(target.table)
  const { status, archived, archivedAt } = move.before
  await changeCompany(target, (read) =>
    read.status === status && read.archived === archived
      ? undefined
      : { ...read, status, archived, archivedAt },
  )
  await changeCompany(source, (read) =>
    read.archived && read.instanceId === targetHere
      ? undefined
      : {
          ...read,
          status: false,
          archived: true,
          archivedAt: read.archivedAt ?? new Date(source.deployment.now()).toISOString(),
          instanceId: targetHere,
        },
  )
  await target.platform.delete(arrivalKey(companyId))
  // An earlier move away from the target is over.
  await target.platform.delete(moveKey(companyId))
}

/** Creates the company at the target, switched off, with the same id. @param instanceId the source's there */
async function enterCompany(sides: Sides, instanceId: string): Promise<void> {
  const { companyId, source, target } = sides
  const company = await getCompany(source.table)
  if (!company) throw new OperationError(`There is no company ${companyId} in ${source.deployment.where}.`)
  const inTheWay = await foundCompany(target.deployment, {
    ...company,
    planId: (await planAtTarget(sides))?.id ?? null,
    instanceId: null,
    handoverFrom: { instanceId, companyId },
    status: false,
  })
  if (inTheWay)
    throw new OperationError(
      `${target.deployment.where} does not accept the company: ${inTheWay}. Run it again.`,
    )
}

/** The id of a deployment among a side's instances. It is entered under its address if it is missing. */
async function instanceAt({ platform, deployment }: Side, origin: string): Promise<string> {
  const known = (await instances.all(platform)).find((instance) => originOf(instance) === origin)
  if (known) return known.id
  const { protocol, hostname, port, host } = new URL(origin)
  const now = new Date(deployment.now()).toISOString()
  const id = newId()
  const outcome = await instances.put(platform, {
    id,
    name: host,
    address: `${protocol}//${hostname}`,
    port: Number(port || 443),
    companies: 0,
    createdAt: now,
    updatedAt: now,
  })
  if (outcome !== 'written')
    throw new OperationError(
      `${deployment.where} has another instance named ${host}: enter ${origin} there under another name.`,
    )
  return id
}
