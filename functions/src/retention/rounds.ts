import { cleanUp } from '@recado/shared/retention/clean-up'
import { isAnythingDue, keptDays } from '@recado/shared/retention/due'
import {
  getBounds,
  getRetention,
  hasMaximum,
  isThere,
  partOfRound,
  type RoundOf,
} from '@recado/shared/retention/store'
import { platform, ports, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'

/**
 * Pause before a company under another job's work is checked again, in seconds. As long as that job may go without
 * a note.
 */
const LATER_SECONDS = 60

/** Companies of one job, which is done long before its time is over. */
const AT_ONCE = 500

/**
 * Queues a clean-up for each company of the round's next part that may have expired data, and then the part after it.
 * A job that dies repeats its part.
 */
export async function cleanUpPart(of: RoundOf, after: string | undefined): Promise<void> {
  const bounds = await getBounds(platform)
  const part = await partOfRound(platform, of, { after, limit: AT_ONCE })
  for (const companyId of part.companies) {
    const table = tableOf(companyId)
    if (!(await isThere(table, platform))) continue
    if (!isAnythingDue(keptDays(await getRetention(table), bounds))) continue
    await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId })
  }
  if (part.after !== undefined) await queuePart(of, part.after)
  else if (of === 'choices' && hasMaximum(bounds)) await queuePart('all')
}

/** Queues a part of the round over all companies. */
export const queuePart = (of: RoundOf, after?: string): Promise<void> =>
  ports.queues.send('cleanup', {
    companyId: platform.companyId,
    kind: 'retention-round',
    id: of,
    ...(after !== undefined && { after }),
  })

/** Cleans up one company, as far as one job gets. */
export async function cleanUpCompany(companyId: string): Promise<void> {
  const table = tableOf(companyId)
  if (!(await isThere(table, platform))) return
  const clean = { now: ports.now, forgetFile: (key: string) => filesOf(companyId).delete(key) }
  const outcome = await cleanUp(clean, table, await getBounds(platform))
  if (outcome === 'done') return
  const seconds = outcome === 'busy' ? LATER_SECONDS : 0
  await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId }, seconds)
}
