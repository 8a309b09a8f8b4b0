import type { Log } from '../../ports/log.ts'
import type { Queues } from '../../queues/queues.ts'
import { EVERYBODY, type LiveEvent } from '../../realtime/events.ts'
import type { Listeners } from '../../realtime/listeners.ts'
import { causesOf } from './causes.ts'

interface Publishing {
  queues: Pick<Queues, 'send'>
  listeners: Pick<Listeners, 'areIn'>
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Queues live events for the publisher if a browser of the company listens, or if the event causes a notice. A failure is
 * only logged, because the write behind the event is already done. If it is unknown whether a browser listens, the event is
 * queued.
 */
export const publisher =
  ({ queues, listeners, log, now }: Publishing) =>
  async (event: LiveEvent): Promise<void> => {
    const listening = (companyId: string) =>
      listeners.areIn(companyId).catch((error: unknown) => {
        log.warn('listeners not known', { companyId, error: String(error) })
        return true
      })
    try {
      const isWanted =
        event.companyId === EVERYBODY ||
        causesOf(event, now()).length > 0 ||
        (await listening(event.companyId))
      if (isWanted) await queues.send('events', event)
    } catch (error) {
      log.warn('event not sent', { error: String(error) })
    }
  }
