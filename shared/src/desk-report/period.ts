import { datesBetween, type LocalDay, localDay } from '../calendar/open-time.ts'
import { DomainError } from '../errors/errors.ts'
import type { TenantTable } from '../table/tenant.ts'
import { storedFact } from './day-facts.ts'
import { changesOf, type FactsOfBoth, isSettled, type StoredDay, storeDay, storedDays } from './days-store.ts'
import { entriesIn } from './entries.ts'
import type { ReportHours } from './report-hours.ts'

/** The facts of one local day, by queue and attendant. */
export interface DayOfFacts {
  date: string
  facts: FactsOfBoth[]
}

/** Days that are counted side by side. */
const DAYS_AT_ONCE = 6

/**
 * The facts of the days from one local date to another, both included. Days that are over come from storage, unless their
 * tickets or the company's hours changed since; then they are counted anew and stored. Later ones are counted now.
 * @param now milliseconds since 1970
 * @param goesOn asked before more days are counted
 * @throws DomainError ERR_REPORT_COUNTING once it does not go on. The days so far are stored, so that repeated calls come to
 * the end
 */
export async function factsOfDays(
  table: TenantTable,
  hours: ReportHours,
  { from, to }: { from: string; to: string },
  now: number,
  goesOn: () => boolean = () => true,
): Promise<DayOfFacts[]> {
  const days = datesBetween(from, to).map((date) => localDay(date, hours.timeZone))
  // The changes first: what changes while the days are read belongs to the next report.
  const changesIn = await changesOf(table, days)
  const stored = await storedDays(table, from, to)
  const facts = new Map<string, FactsOfBoth[]>()
  const toCount = days.filter((day) => {
    const known = day.from > now ? [] : currentFacts(stored.get(day.date), changesIn(day), hours)
    if (known) facts.set(day.date, known)
    return !known
  })
  for (let first = 0; first < toCount.length; first += DAYS_AT_ONCE) {
    if (first > 0 && !goesOn()) throw stillCounting(facts.size, days.length)
    const some = toCount.slice(first, first + DAYS_AT_ONCE)
    await Promise.all(
      some.map(async (day) => {
        const counted = await countDay(table, hours, day)
        facts.set(day.date, counted)
        if (!isSettled(day, now)) return
        await storeDay(table, day.date, { facts: counted, changes: changesIn(day), hours: hours.mark })
      }),
    )
  }
  return days.map(({ date }) => ({ date, facts: facts.get(date) ?? [] }))
}

/** What is stored of a day; undefined unless its tickets and the company's hours are the same since. */
const currentFacts = (stored: StoredDay | undefined, changes: number, { mark }: ReportHours) =>
  stored?.changes === changes && stored.hours === mark ? stored.facts : undefined

const stillCounting = (done: number, days: number) =>
  new DomainError('conflict', 'ERR_REPORT_COUNTING', 'The days are still being counted: ask again', {
    values: { done, days },
  })

/** The facts of a day, counted from its tickets. */
export async function countDay(
  table: TenantTable,
  hours: ReportHours,
  day: LocalDay,
): Promise<FactsOfBoth[]> {
  const byBoth = new Map<string, FactsOfBoth>()
  const counted = (['opened', 'reopened', 'closed'] as const).map(async (kind) => {
    for await (const { entry } of entriesIn(table, kind, day)) {
      const { queueId, userId } = entry
      const key = `${queueId ?? ''}#${userId ?? ''}`
      const both = byBoth.get(key) ?? { queueId, userId, facts: [] }
      byBoth.set(key, both)
      both.facts.push(storedFact(entry, hours))
    }
  })
  await Promise.all(counted)
  return [...byBoth.values()]
}
