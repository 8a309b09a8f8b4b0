import { moveRound, nextRoundAt } from '@recado/shared/retention/store'
import { platform, ports } from '../context.ts'
import { queuePart } from './rounds.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Starts the daily deletion of expired data. The job is queued before the day is stored as done. Two rounds started
 * at once do no harm, since each part may run twice.
 */
export async function beginRoundIfDue(): Promise<void> {
  const nextAt = await nextRoundAt(platform)
  if (ports.now() < nextAt) return
  await queuePart('choices')
  await moveRound(platform, nextAt, ports.now() + DAY_MS)
}
