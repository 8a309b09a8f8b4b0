import { DomainError } from '@recado/shared/errors/errors'
import { boundsOfChoice, keptDays, outsideBounds } from '@recado/shared/retention/due'
import type { Retention, RetentionBounds, RetentionState } from '@recado/shared/retention/retention'
import { getBounds, getRetention, getRun, putBounds, putRetention } from '@recado/shared/retention/store'
import type { Actor } from '@recado/shared/sessions/session'
import { platform, tableOf } from '../context.ts'

export async function state({ companyId }: Actor): Promise<RetentionState> {
  const table = tableOf(companyId)
  const [chosen, allowed, run] = await Promise.all([getRetention(table), getBounds(platform), getRun(table)])
  const { finishedAt, lastRemoved } = run ?? {}
  return {
    chosen,
    bounds: boundsOfChoice(allowed),
    kept: keptDays(chosen, allowed),
    lastRun: finishedAt && lastRemoved ? { finishedAt, removed: lastRemoved } : null,
  }
}

/** @throws DomainError ERR_RETENTION_BOUNDS, with the kinds outside their bounds */
export async function save(actor: Actor, chosen: Retention): Promise<RetentionState> {
  const details = outsideBounds(chosen, boundsOfChoice(await getBounds(platform)))
  if (details.length > 0) {
    const text = 'The operator allows less, or asks for more'
    throw new DomainError('invalid', 'ERR_RETENTION_BOUNDS', text, { details })
  }
  await putRetention(tableOf(actor.companyId), platform, chosen)
  return state(actor)
}

export const bounds = (): Promise<RetentionBounds> => getBounds(platform)

export async function saveBounds(given: RetentionBounds): Promise<RetentionBounds> {
  await putBounds(platform, given)
  return given
}
