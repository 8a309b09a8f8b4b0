import type { ReportEntry } from '../tickets/rules/report-entries.ts'
import { factOf } from './day-facts.ts'
import { Sum } from './figures.ts'
import type { DayOfFacts } from './period.ts'
import type { DeskReport } from './report.ts'
import type { ReportHours } from './report-hours.ts'

/** Tickets of one queue, or of one attendant. null: those without one; undefined: all. */
export interface ReportFilter {
  queueId?: string | null
  userId?: string | null
}

export const passes = (
  { queueId, userId }: Pick<ReportEntry, 'queueId' | 'userId'>,
  filter: ReportFilter,
): boolean =>
  (filter.queueId === undefined || filter.queueId === queueId) &&
  (filter.userId === undefined || filter.userId === userId)

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * The figures of days: of all, and by queue, attendant, hour and day. The company's queues and people are there even
 * without tickets, in their order; then deleted ones, and null for tickets without one. Pure.
 * @param users the company's, in their order
 */
export function addUp(
  days: readonly DayOfFacts[],
  filter: ReportFilter,
  hours: ReportHours,
  users: readonly { id: string; name: string }[],
): Pick<DeskReport, 'period' | 'by'> {
  const period = new Sum()
  const byQueue = new Sums<string | null>(namedIds(hours.queues, filter.queueId))
  const byUser = new Sums<string | null>(namedIds(users, filter.userId))
  const byHour = new Sums<number>(HOURS)
  const byDay = new Sums<string>(days.map(({ date }) => date))
  for (const { date, facts } of days)
    for (const { queueId, userId, facts: stored } of facts.filter((both) => passes(both, filter))) {
      const target = hours.targetOf(queueId)
      const sums = [period, byQueue.of(queueId), byUser.of(userId), byDay.of(date)]
      for (const fact of stored.map(factOf))
        for (const sum of [...sums, byHour.of(fact.hour)]) sum.add(fact, target)
    }
  const nameIn = (all: readonly { id: string; name: string }[], id: string | null) =>
    all.find((each) => each.id === id)?.name ?? null
  return {
    period: period.figures,
    by: {
      queue: byQueue.all.map(([queueId, sum]) => ({
        queueId,
        name: nameIn(hours.queues, queueId),
        ...sum.figures,
      })),
      user: byUser.all.map(([userId, sum]) => ({ userId, name: nameIn(users, userId), ...sum.figures })),
      hour: byHour.all.map(([hour, sum]) => ({ hour, ...sum.figures })),
      day: byDay.all.map(([day, sum]) => ({ day, ...sum.figures })),
    },
  }
}

/** The ids that a report names even without tickets. */
const namedIds = (all: readonly { id: string }[], only: string | null | undefined): string[] =>
  all.map(({ id }) => id).filter((id) => only === undefined || only === id)

/** Sums by something, in the order in which it was first named. */
class Sums<K> {
  readonly #sums = new Map<K, Sum>()

  constructor(keys: readonly K[]) {
    for (const key of keys) this.of(key)
  }

  of(key: K): Sum {
    const sum = this.#sums.get(key) ?? new Sum()
    this.#sums.set(key, sum)
    return sum
  }

  get all(): [K, Sum][] {
    return [...this.#sums]
  }
}
