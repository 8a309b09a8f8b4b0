import type { CleanupJob } from './jobs.ts'
import type { Queues } from './queues.ts'

/**
 * Delay of a job that is queued before a write and finishes the work of its call, in seconds. By then the call is over, also one
 * that took as long as a call may.
 */
export const AFTER_CALLS_SECONDS = 60

/** Delays of the clean-ups of a deletion, in seconds: the first one comes after most calls. */
const CLEANUPS_AFTER_SECONDS = [5, AFTER_CALLS_SECONDS] as const

/** Queues the clean-ups of a deletion, before it: they do nothing as long as the record exists. */
export async function queueCleanups(queues: Pick<Queues, 'send'>, job: CleanupJob): Promise<void> {
  for (const seconds of CLEANUPS_AFTER_SECONDS) await queues.send('cleanup', job, seconds)
}
