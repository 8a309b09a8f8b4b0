import { datesBetween, type LocalDay, localDay } from '../calendar/open-time.ts'
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
 */
export async function factsOfDays(
  table: TenantTable,
  hours: ReportHours,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<DayOfFacts[]> {
  const days = datesBetween(from, to).map((date) => localDay(date, hours.timeZone))
  // The changes first: what changes while the days are read belongs to the next report.
  const changesIn = await changesOf(table, days)
  const stored = await storedDays(table, from, to)
  const found: DayOfFacts[] = []
  for (let first = 0; first < days.length; first += DAYS_AT_ONCE) {
    const some = days.slice(first, first + DAYS_AT_ONCE)
    found.push(
      ...(await Promise.all(
        some.map((day) => factsOfDay(table, hours, day, stored.get(day.date), changesIn(day), now)),
      )),
    )
  }
  return found
}

async function factsOfDay(
  table: TenantTable,
  hours: ReportHours,
  day: LocalDay,
  stored: StoredDay | undefined,
  changes: number,
  now: number,
): Promise<DayOfFacts> {
  const { date } = day
  if (day.from > now) return { date, facts: [] }
  if (stored?.changes === changes && stored.hours === hours.mark) return { date, facts: stored.facts }
  const facts = await countDay(table, hours, day)
  if (isSettled(day, now)) await storeDay(table, date, { facts, changes, hours: hours.mark })
  return { date, facts }
}

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
