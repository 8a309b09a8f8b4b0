import type { Ports } from '@recado/shared/ports/ports'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { allPartitions, listeningIndex } from '@recado/shared/table/indexes'

/** Companies of one message of the queue: it is done long before its visibility ends. */
const AT_ONCE = 200

/**
 * Hands an event for everybody on to the companies that have a live socket, so that a failure repeats for one company
 * only. Part by part, each queued by the one before: a process that dies repeats its part, and no number of companies is
 * too much for one function.
 */
export async function handOn(
  { table, queues, now }: Pick<Ports, 'table' | 'queues' | 'now'>,
  { round, ...event }: LiveEvent,
  atOnce = AT_ONCE,
): Promise<void> {
  if (!round) {
    for (const part of allPartitions) await queues.send('events', { ...event, round: { part } })
    return
  }
  const { part, after } = round
  const page = await table.query({ pk: listeningIndex.pk(part), after, limit: atOnce, consistent: true })
  for (const { companyId, expiresAt } of page.rows)
    if (expiresAt > now() / 1000) await queues.send('events', { ...event, companyId })
  if (page.after !== undefined) await queues.send('events', { ...event, round: { part, after: page.after } })
}
