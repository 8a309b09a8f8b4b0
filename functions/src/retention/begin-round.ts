import { moveRound, nextRoundAt } from '@recado/shared/retention/store'
import { platform, ports } from '../context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Once a day has everything deleted that companies keep no longer. The job is queued before the day is noted as done: a
 * round that two begin at once is one round, since its parts may be done twice.
 */
export async function beginRoundIfDue(): Promise<void> {
  const nextAt = await nextRoundAt(platform)
  if (ports.now() < nextAt) return
  await ports.queues.send('cleanup', { companyId: platform.companyId, kind: 'retention-round', id: 'daily' })
  await moveRound(platform, nextAt, ports.now() + DAY_MS)
}
