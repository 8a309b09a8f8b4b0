import type { TenantTable } from '../table/tenant.ts'
import { cleanConversations } from './clean-conversations.ts'
import { cleanLedgers } from './clean-ledgers.ts'
import { cleanAudit, cleanImports } from './clean-records.ts'
import { cutoffsAt, keptDays } from './due.ts'
import type { RETAINED, Removed, Retained, RetentionBounds } from './retention.ts'
import { endRun, getRetention, noteRun, type RetentionRun, takeUpRun } from './store.ts'

/** What a clean-up works with. */
export interface CleanUpPorts {
  /** Milliseconds since 1970. */
  now(): number
  /** Takes a file out of the bucket, by its key. */
  forgetFile(key: string): Promise<void>
}

/** One job's share of a clean-up. */
export interface CleanUp extends CleanUpPorts {
  table: TenantTable
  /** Counts what was deleted. */
  count(kind: Retained, by: number): void
  /** Whether this job has to leave the rest to another one. */
  isOver(): boolean
  /** Where the walk through the conversations goes on. */
  reached: RetentionRun['reached']
  /** Notes how far that has come. */
  reach(reached: NonNullable<RetentionRun['reached']>): Promise<void>
}

/** A job that has noted nothing for so long has died, in milliseconds. */
const ALIVE_MS = 60_000
/** How long one job works before it hands on to the next, in milliseconds: well before its queue gives it up. */
const AT_WORK_MS = 8 * 60_000

/**
 * Deletes what a company keeps no longer, as far as one job gets. Each part of it may be done again: whoever comes
 * after a death goes on with what is left.
 * @param atWorkMs how long this job may take
 * @returns whether it came to its end; 'busy' where another job is at work
 */
export async function cleanUp(
  ports: CleanUpPorts,
  table: TenantTable,
  bounds: RetentionBounds,
  atWorkMs = AT_WORK_MS,
): Promise<'done' | 'unfinished' | 'busy'> {
  const begunNow = ports.now()
  const run = await takeUpRun(table, { now: begunNow, until: begunNow + ALIVE_MS })
  if (!run) return 'busy'
  const begunAt = run.begunAt ?? begunNow
  const removed = { ...NOTHING, ...run.removed }
  const cutoffs = cutoffsAt(keptDays(await getRetention(table), bounds), begunAt)
  const note = (reached: RetentionRun['reached'], busyUntil = ports.now() + ALIVE_MS) =>
    noteRun(table, { begunAt, removed, busyUntil, reached })
  const work: CleanUp = {
    ...ports,
    table,
    reached: run.reached,
    count: (kind, by) => {
      removed[kind] += by
    },
    isOver: () => ports.now() >= begunNow + atWorkMs,
    reach: async (reached) => {
      work.reached = reached
      await note(reached)
    },
  }
  await note(run.reached)
  // The long walk comes last, so that it keeps nothing else from being done.
  const parts = [
    () => cleanAudit(work, cutoffs.audit),
    () => cleanImports(work, cutoffs.imports),
    () => cleanLedgers(work, cutoffs.ledgers),
    () => cleanConversations(work, { ...cutoffs, mediaFrom: run.mediaUntil }),
  ]
  for (const part of parts) {
    if (work.isOver() || !(await part())) {
      await note(work.reached, 0)
      return 'unfinished'
    }
    await note(work.reached)
  }
  const finishedAt = new Date(ports.now()).toISOString()
  await endRun(table, { removed, finishedAt, mediaUntil: cutoffs.media })
  return 'done'
}

const NOTHING: Removed = { conversations: 0, media: 0, ledgers: 0, audit: 0, imports: 0 } satisfies Record<
  (typeof RETAINED)[number],
  number
>
