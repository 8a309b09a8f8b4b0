import { causeName, causesOf, LOOK_EVERY_SECONDS, LOOKS } from '@recado/shared/notices/causes/causes'
import type { NoticeCause } from '@recado/shared/queues/jobs'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { ports } from '../context.ts'

/** A cause that comes again with every event is queued this often by one process, in milliseconds. */
const QUEUED_EVERY_MS = 300_000
/** So many causes are remembered. */
const REMEMBERED = 1000

/** When this process last queued a cause, the oldest first. It only saves jobs: `tellOnce` decides who is told. */
const queued = new Map<string, number>()

/** Queues what users should be told of by a live event. */
export async function queueCauses(event: LiveEvent): Promise<void> {
  const now = ports.now()
  for (const cause of causesOf(event, now)) {
    const name = causeName(event.companyId, cause)
    if (now - (queued.get(name) ?? 0) < QUEUED_EVERY_MS) continue
    await queueCause(event.companyId, cause, now)
    if (cause.kind !== 'plan') remember(name, now)
  }
}

/** Queues a cause. A connection that tries by itself has a minute until it is looked at. */
export function queueCause(companyId: string, cause: NoticeCause, now: number): Promise<void> {
  const mayReturn = cause.kind === 'connection-down' && cause.looks < LOOKS
  const job = { kind: 'cause', companyId, cause, at: new Date(now).toISOString() } as const
  return ports.queues.send('emails', job, mayReturn ? LOOK_EVERY_SECONDS : 0)
}

function remember(name: string, now: number): void {
  queued.delete(name)
  queued.set(name, now)
  const [oldest] = queued.keys()
  if (queued.size > REMEMBERED && oldest) queued.delete(oldest)
}
