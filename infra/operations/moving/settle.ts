import { setTimeout as pause } from 'node:timers/promises'
import { allConnections } from '@recado/shared/connections/store'
import { commandQueueName } from '@recado/shared/queues/queues'
import { shardOf } from '@recado/shared/queues/shards'
import type { Printer } from '../printer.ts'
import { allQueues, countsOf } from '../queues.ts'
import type { Side } from './side.ts'
import { holdsWithin } from './until.ts'

/**
 * Queues whose jobs write rows of a company that is switched off. Ticks, starts and schedules only look at it, and mails
 * and live events write nothing.
 */
const WRITING = ['inbound', 'imports', 'exports', 'validity', 'cleanup', 'handovers']

/**
 * Limit of the wait, in milliseconds. The queues of a busy deployment may never be empty; all jobs from before the stop
 * are done by then, unless an alarm says that a queue is not processed.
 */
const SETTLED_WITHIN_MS = 10 * 60_000

/**
 * Waits until each queue that may hold something of the company was empty once since it stopped. Received messages are
 * in the queue `inbound` when their socket has closed. They may ask for a file, so commands come after them.
 */
export async function settle({ deployment, table }: Side, print: Printer): Promise<void> {
  const connections = await allConnections(table)
  const commands = new Set(connections.map(({ id }) => commandQueueName(shardOf(id, deployment.shards))))
  await untilEmpty(deployment, WRITING, print)
  await untilEmpty(deployment, [...commands], print)
}

async function untilEmpty(
  deployment: Side['deployment'],
  names: readonly string[],
  print: Printer,
): Promise<void> {
  const { countedAfterMs } = deployment
  if (countedAfterMs > 0) print.note('Waiting a minute, until the counts of the queues are complete.')
  await pause(countedAfterMs)
  const left = new Set(allQueues(deployment).filter(({ name }) => names.includes(name)))
  const areEmpty = async () => {
    for (const queue of left) {
      const { waiting, working } = await countsOf(deployment, queue)
      if (waiting + working === 0) left.delete(queue)
    }
    return left.size === 0
  }
  if (!(await holdsWithin(SETTLED_WITHIN_MS, areEmpty)))
    print.note(
      `Never empty: ${[...left].map(({ name }) => name).join(', ')}. The move goes on after ten minutes.`,
    )
}
