import { handler as everyMinute } from '@recado/functions/campaigns/every-minute'
import { handler as pace } from '@recado/functions/campaigns/pace-worker'
import { handler as start } from '@recado/functions/campaigns/start-worker'
import { handler as sweep } from '@recado/functions/campaigns/sweep-worker'
import { handler as validity } from '@recado/functions/contact-lists/validity-worker'
import { handler as inbound } from '@recado/functions/conversations/inbound-worker'
import { handler as emails } from '@recado/functions/email/email-worker'
import { handler as exports } from '@recado/functions/exports/export-worker'
import { handler as imports } from '@recado/functions/imports/import-worker'
import { handler as handovers } from '@recado/functions/integration/handover-worker'
import { handler as cleanup } from '@recado/functions/platform/cleanup-worker'
import { handler as events } from '@recado/functions/realtime/publish-worker'
import { handler as schedules } from '@recado/functions/schedules/schedule-worker'
import { isFifo, type QueueName } from '@recado/shared/queues/queues'
import { poll, type Worker } from './poller.ts'
import { unruly } from './unruly.ts'

/** The Lambdas behind the queues and the minute rule, as AWS would run them. */
const workers: Record<QueueName, Worker> = {
  pace,
  start,
  sweep,
  schedules,
  imports,
  handovers,
  exports,
  validity,
  cleanup,
  emails,
  events,
  inbound,
}

/** With `UNRULY_QUEUES=1`, standard queues are as bad as AWS permits. */
const workerOf = (queue: QueueName): Worker =>
  process.env.UNRULY_QUEUES === '1' && !isFifo(queue) ? unruly(workers[queue], Math.random) : workers[queue]

const stopping = new AbortController()
const running = (Object.keys(workers) as QueueName[]).map((queue) =>
  poll(queue, workerOf(queue), stopping.signal),
)

const MINUTE_MS = 60_000
let rule = setTimeout(tick, 0)

/** Runs at the start, for work that is already due, and then at every full minute. */
function tick(): void {
  everyMinute().catch((error: unknown) => console.error('minute rule:', String(error)))
  rule = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
}

process.once('SIGTERM', () => {
  clearTimeout(rule)
  stopping.abort()
  void Promise.all(running).then(() => process.exit(0))
})
