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
 * Hands live events to the publisher's queue: those that a browser listens to, and those that users are told of without
 * one. A failure is only logged, because the write behind the event is already done.
 */
export const publisher =
  ({ queues, listeners, log, now }: Publishing) =>
  async (event: LiveEvent): Promise<void> => {
    try {
      const isWanted =
        event.companyId === EVERYBODY ||
        causesOf(event, now()).length > 0 ||
        (await listeners.areIn(event.companyId))
      if (isWanted) await queues.send('events', event)
    } catch (error) {
      log.warn('event not sent', { error: String(error) })
    }
  }
