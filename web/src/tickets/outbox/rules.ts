import type { OutboxEntry } from './entry.ts'

/** An older message is sent only after a question (part 4 §6), in milliseconds. */
const ASKS_AFTER_MS = 10 * 60_000
/** No message waits longer than this (part 4 §6), in milliseconds. */
const KEPT_MS = 24 * 3_600_000

/** Pauses before the next try of a message without an answer, in milliseconds. The last one repeats. */
const PAUSES_MS = [1000, 2000, 5000, 15_000]

/** An entry of another form, without a moment, is expired too. @param now milliseconds since 1970 */
export const isExpired = ({ at }: Pick<OutboxEntry, 'at'>, now: number): boolean =>
  !(now - Date.parse(at) < KEPT_MS)

/** Whether the user is asked before a message leaves: it is old, and its moment may have passed. */
export function asksFirst({ state, at, confirmedAt }: OutboxEntry, now: number): boolean {
  const since = Math.max(Date.parse(at), Date.parse(confirmedAt ?? at))
  return state === 'waiting' && now - since >= ASKS_AFTER_MS
}

/** Entries in the order in which they were written. */
export const inOrder = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.order - other.order)

/** Whether the messages behind this one wait for it. */
export const holdsBack = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'answered'

/**
 * The messages that may leave now: the first of each conversation, once the one before it is answered. A message that
 * the user has to decide about holds back those behind it. A refused one does not.
 * @param busy the ids of tickets with a message on its way
 */
export function entriesToSend(
  entries: readonly OutboxEntry[],
  busy: ReadonlySet<string>,
  now: number,
): OutboxEntry[] {
  const byTicket = Map.groupBy(inOrder(entries), ({ ticketId }) => ticketId)
  return [...byTicket].flatMap(([ticketId, its]) => {
    if (busy.has(ticketId)) return []
    const first = its.find(holdsBack)
    return first && first.state === 'waiting' && !asksFirst(first, now) ? [first] : []
  })
}

/** How long to wait after this many tries without an answer (ms). */
export const pauseAfter = (tries: number): number =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? PAUSES_MS[0] ?? 0
