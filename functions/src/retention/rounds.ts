import { cleanUp } from '@recado/shared/retention/clean-up'
import { isAnythingDue, keptDays } from '@recado/shared/retention/due'
import { companiesWithRetention, getBounds, getRetention, isThere } from '@recado/shared/retention/store'
import { platform, ports, tableOf } from '../context.ts'
import { files } from '../files/open.ts'

/** Between two looks at a company that another job is at work on, in seconds: as long as that one may say nothing. */
const LATER_SECONDS = 60

/** Has each company cleaned up where anything of it may have to go. */
export async function cleanUpAll(): Promise<void> {
  const bounds = await getBounds(platform)
  for (const companyId of await companiesWithRetention(platform, bounds)) {
    const table = tableOf(companyId)
    if (!(await isThere(table, platform))) continue
    if (!isAnythingDue(keptDays(await getRetention(table), bounds))) continue
    await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId })
  }
}

/** One company's, as far as one job gets. */
export async function cleanUpCompany(companyId: string): Promise<void> {
  const table = tableOf(companyId)
  if (!(await isThere(table, platform))) return
  const clean = { now: ports.now, forgetFile: (key: string) => files.delete(key) }
  const outcome = await cleanUp(clean, table, await getBounds(platform))
  if (outcome === 'done') return
  const seconds = outcome === 'busy' ? LATER_SECONDS : 0
  await ports.queues.send('cleanup', { companyId, kind: 'retention', id: companyId }, seconds)
}
