interface Delayed {
  /** Milliseconds since 1970. */
  readonly delayUntil?: number
}

/** The used parts of a fauxqs queue. */
export interface TimedQueue {
  readonly messages: readonly unknown[]
  readonly delayedMessages: readonly Delayed[]
  readonly fifoMessages: ReadonlyMap<string, unknown>
  readonly fifoDelayed: ReadonlyMap<string, readonly Delayed[]>
  readonly inflightMessages: ReadonlyMap<string, { readonly visibilityDeadline: number }>
  readonly pollWaiters: readonly unknown[]
  enqueue(message: unknown): void
  /** Makes messages visible whose delay or visibility timeout is over, and wakes the long polls that wait for them. */
  processTimers(): void
  startPollTimerIfNeeded(): void
  stopPollTimerIfEmpty(): void
}

/** As often as fauxqs does, in milliseconds. */
const SHORTEST_MS = 20
/** A visibility timeout is shortened to a second at least, so a look now and then finds it in time. */
const LONGEST_MS = 500

/**
 * Serves all queues with a waiting long poll by one timer, which goes off when a message is due. fauxqs has a timer of 20 ms for
 * each queue, and some forty of them would take a third of the processor time of a system at rest.
 * @param prototype of fauxqs's queue class
 */
export function shareTimer(prototype: TimedQueue): void {
  const polled = new Set<TimedQueue>()
  let timer: NodeJS.Timeout | undefined
  let firesAt = Number.POSITIVE_INFINITY
  function lookAt(time: number): void {
    if (time >= firesAt) return
    clearTimeout(timer)
    firesAt = time
    timer = setTimeout(look, time - Date.now())
  }
  function look(): void {
    firesAt = Number.POSITIVE_INFINITY
    for (const queue of polled) queue.processTimers()
    const now = Date.now()
    const due = Math.min(...[...polled].map(dueAt))
    if (polled.size > 0) lookAt(Math.min(Math.max(due, now + SHORTEST_MS), now + LONGEST_MS))
  }
  const lookSoon = () => lookAt(Date.now() + SHORTEST_MS)
  const { enqueue } = prototype
  prototype.enqueue = function (this: TimedQueue, message) {
    enqueue.call(this, message)
    lookSoon()
  }
  prototype.startPollTimerIfNeeded = function (this: TimedQueue) {
    polled.add(this)
    lookSoon()
  }
  prototype.stopPollTimerIfEmpty = function (this: TimedQueue) {
    if (this.pollWaiters.length === 0) polled.delete(this)
  }
}

/** When the next message can be received, in milliseconds since 1970: 0 if one waits, perhaps behind one of its group. */
function dueAt(queue: TimedQueue): number {
  if (queue.messages.length > 0 || queue.fifoMessages.size > 0) return 0
  let due = Number.POSITIVE_INFINITY
  for (const messages of [queue.delayedMessages, ...queue.fifoDelayed.values()])
    for (const { delayUntil = 0 } of messages) due = Math.min(due, delayUntil)
  for (const { visibilityDeadline } of queue.inflightMessages.values())
    due = Math.min(due, visibilityDeadline)
  return due
}
