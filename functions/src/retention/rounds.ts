import { cleanUp } from '@recado/shared/retention/clean-up'
import { isAnythingDue, keptDays } from '@recado/shared/retention/due'
import { companiesWithRetention, getBounds, getRetention, isThere } from '@recado/shared/retention/store'
import { platform, ports, tableOf } from '../context.ts'
import { files } from '../files/open.ts'

/**
 * Pause before a company under another job's work is checked again, in seconds. As long as that job may go without
 * a note.
 */
const LATER_SECONDS = 60

/** Queues a clean-up for each company that may have expired data. */
export async function cleanUpAll(): Promise<void> {
  const bounds = await getBounds(platform)
  for (const companyId of await companiesWithRetention(platform, bounds)) {
    const table = tableOf(companyId)
    if (!(await isThere(table, platform))) continue
    if (!isAnythingDue(keptDays(await getRetention(table), bounds))) continue
    await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId })
  }
}

/** Cleans up one company, as far as one job gets. */
export async function cleanUpCompany(companyId: string): Promise<void> {
  const table = tableOf(companyId)
  if (!(await isThere(table, platform))) return
  const clean = { now: ports.now, forgetFile: (key: string) => files.delete(key) }
  const outcome = await cleanUp(clean, table, await getBounds(platform))
  if (outcome === 'done') return
  const seconds = outcome === 'busy' ? LATER_SECONDS : 0
  await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId }, seconds)
}
