import type { TenantTable } from '../table/tenant.ts'
import { cleanChats } from './clean-chats.ts'
import { cleanConversations } from './clean-conversations.ts'
import { cleanLedgers } from './clean-ledgers.ts'
import { cleanAudit, cleanImports, cleanSchedules } from './clean-records.ts'
import { cutoffsAt, keptDays } from './due.ts'
import type { RETAINED, Removed, Retained, RetentionBounds } from './retention.ts'
import { endRun, getRetention, noteRun, type RetentionRun, takeUpRun } from './store.ts'

/** The ports of a clean-up. */
export interface CleanUpPorts {
  /** Milliseconds since 1970. */
  now(): number
  /** Deletes a file from the bucket by its key. */
  forgetFile(key: string): Promise<void>
}

/** One job's share of a clean-up. */
export interface CleanUp extends CleanUpPorts {
  table: TenantTable
  /** Counts deleted entries. */
  count(kind: Retained, by: number): void
  /** Whether this job must leave the rest to the next one. */
  isOver(): boolean
  /** The conversation after which the cleaning continues. */
  reached: RetentionRun['reached']
  /** Stores that conversation. */
  reach(reached: NonNullable<RetentionRun['reached']>): Promise<void>
}

/** A job that stored no progress for this many milliseconds has died. */
const ALIVE_MS = 60_000
/** Working time of one job in milliseconds: well before its queue hands it out again. */
const AT_WORK_MS = 8 * 60_000

/**
 * Deletes a company's data beyond its retention time, as much as one job can. Every part is idempotent: the job after a
 * crash continues with the rest.
 * @param atWorkMs the working time of this job
 * @returns whether it reached the end; 'busy' if another job is at work
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
  // The long part comes last, so that it does not delay the others.
  const parts = [
    () => cleanAudit(work, cutoffs.audit),
    () => cleanImports(work, cutoffs.imports),
    () => cleanSchedules(work, cutoffs.conversations),
    () => cleanLedgers(work, cutoffs.ledgers),
    () => cleanChats(work, { ...cutoffs, mediaFrom: run.mediaUntil }),
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
