import { DAY_MS, dayOfDate } from '../calendar/local-time.ts'
import type { LocalDay } from '../calendar/open-time.ts'
import { newId } from '../ids.ts'
import { allRows, type Key, type Partition, partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import { DESK_PAST_CHANGES, FRESH_MS, hourOf } from '../tickets/store/past-changes.ts'
import type { StoredFact } from './day-facts.ts'

/** A day's facts of one queue and one attendant. */
export interface FactsOfBoth {
  queueId: string | null
  userId: string | null
  facts: StoredFact[]
}

/**
 * A past day's facts (docs/adr/0038): a head under the date, and parts under `{date}#{version}#{number}`. The parts of
 * another version than the head's are left over.
 */
type DayRow = Head | Part
interface Head {
  version: string
  parts: number
  /** How many changes of the day were known before its tickets were read: see {@link ChangesOfDays}. */
  changes: number
  /** The business hours by which it was counted: `ReportHours.mark`. */
  hours: string
}
interface Part {
  version: string
  facts: WrittenFacts[]
}

/** Facts as one text, `0,9,340;2,14,3600,5`: a list of lists of numbers takes DynamoDB's client ten times as long. */
type WrittenFacts = Omit<FactsOfBoth, 'facts'> & { facts: string }

const written = ({ facts, ...both }: FactsOfBoth): WrittenFacts => ({
  ...both,
  facts: facts.map((fact) => fact.join(',')).join(';'),
})

const read = ({ facts, ...both }: WrittenFacts): FactsOfBoth => ({
  ...both,
  facts: facts.split(';').map((fact) => fact.split(',').map(Number)),
})

const DESK_DAYS: Partition<DayRow> = partition('DESK-DAYS')
const headKey = (date: string): Key<DayRow> => ({ pk: DESK_DAYS, sk: date })

/** Maximum bytes of a part: a row holds 400 KB (DynamoDB limit). */
const PART_BYTES = 250_000
/** Maximum bytes of one fact, and of the names of a queue and an attendant. */
const FACT_BYTES = 24
const BOTH_BYTES = 120
/** A day is stored once no change of its tickets can be fresh any more, and clocks may differ by an hour. */
const SETTLED_MS = FRESH_MS + 3_600_000

/** Whether a day is long enough over to be stored. @param now milliseconds since 1970 */
export const isSettled = ({ to }: LocalDay, now: number): boolean => now - to >= SETTLED_MS

/** A stored day. It is current while its changes and hours are. */
export interface StoredDay extends Pick<Head, 'changes' | 'hours'> {
  facts: FactsOfBoth[]
}

/** The stored days from one date to another, both included, by date. A day that is written at this moment is missing. */
export async function storedDays(
  table: TenantTable,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, StoredDay>> {
  const heads = new Map<string, Head>()
  const parts = new Map<string, Part[]>()
  const range = { pk: DESK_DAYS, after: beforeDate(from), upTo: `${to}~`, consistent: true }
  for await (const { sk, ...row } of allRows(table, range)) {
    const [date = ''] = sk.split('#')
    if ('facts' in row) parts.set(date, [...(parts.get(date) ?? []), row])
    else heads.set(date, row)
  }
  const whole = [...heads].flatMap(([date, head]): [string, StoredDay][] => {
    const its = (parts.get(date) ?? []).filter(({ version }) => version === head.version)
    if (its.length !== head.parts) return []
    return [[date, { ...head, facts: its.flatMap(({ facts }) => facts.map(read)) }]]
  })
  return new Map(whole)
}

/** A sort key between the rows of a date and those of all earlier dates. */
const beforeDate = (date: string): string =>
  `${cutText(new Date((dayOfDate(date) - 1) * DAY_MS).toISOString(), date.length)}~`

/**
 * Stores a day. If two processes store it at once, the later write stays. If that one was counted earlier, its `changes`
 * show it.
 * @param day with the changes that were known before its tickets were read
 */
export async function storeDay(
  table: TenantTable,
  date: string,
  { facts, changes, hours }: StoredDay,
): Promise<void> {
  const version = newId()
  const parts = inParts(facts)
  await table.putMany(
    parts.map((part, index) => ({
      pk: DESK_DAYS,
      sk: `${date}#${version}#${index}`,
      version,
      facts: part.map(written),
    })),
  )
  await table.put({ ...headKey(date), version, parts: parts.length, changes, hours })
  await forgetEarlierVersions(table, date, version)
}

/** The facts in rows that are small enough. */
function inParts(all: readonly FactsOfBoth[]): FactsOfBoth[][] {
  const parts: FactsOfBoth[][] = []
  let room = 0
  for (const { facts, ...both } of all) {
    let first = 0
    while (first < facts.length) {
      if (room < BOTH_BYTES + FACT_BYTES) {
        parts.push([])
        room = PART_BYTES
      }
      const count = Math.min(facts.length - first, Math.floor((room - BOTH_BYTES) / FACT_BYTES))
      parts.at(-1)?.push({ ...both, facts: facts.slice(first, first + count) })
      room -= BOTH_BYTES + count * FACT_BYTES
      first += count
    }
  }
  return parts
}

/** The parts of an earlier version are over; those of a later one are about to be named by the head. */
async function forgetEarlierVersions(table: TenantTable, date: string, version: string): Promise<void> {
  const old: Key<DayRow>[] = []
  for await (const { pk, sk, version: its } of allRows(table, { pk: DESK_DAYS, prefix: `${date}#` }))
    if (its < version) old.push({ pk, sk })
  await table.deleteMany(old)
}

/** How often each day's tickets changed after the day, as the sum of the revisions of those changes: it only grows. */
export type ChangesOfDays = (day: LocalDay) => number

/** Reads the changes of a row of days. @param days in order */
export async function changesOf(table: TenantTable, days: readonly LocalDay[]): Promise<ChangesOfDays> {
  const [first, last] = [days.at(0), days.at(-1)]
  const byHour = new Map<string, number>()
  if (first && last) {
    const [begin, end] = [hourAt(first.from), hourAt(last.to)]
    const range = { pk: DESK_PAST_CHANGES, after: begin, upTo: `${end}~`, consistent: true }
    for await (const { sk, revision } of allRows(table, range)) {
      const [hour = ''] = sk.split('#')
      byHour.set(hour, (byHour.get(hour) ?? 0) + revision)
    }
  }
  // A day begins or ends within an hour where the zone is half an hour off.
  return ({ from, to }) =>
    [...byHour].reduce(
      (sum, [hour, revisions]) => (hour >= hourAt(from) && hour <= hourAt(to - 1) ? sum + revisions : sum),
      0,
    )
}

const hourAt = (moment: number): string => hourOf(new Date(moment).toISOString())
