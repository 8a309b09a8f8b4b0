const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Zones change their clocks only at multiples of this, in milliseconds. */
const STRETCH_MS = 15 * MINUTE_MS
const STRETCHES_KEPT = 5000

/** A zone's offset from UTC at a moment, in milliseconds. Computed once for each quarter of an hour. */
export function offsetAt(timeZone: string, at: number): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  offsets.set(timeZone, known)
  const stretch = Math.floor(at / STRETCH_MS)
  const found = known.get(stretch) ?? readOffset(timeZone, stretch * STRETCH_MS)
  if (known.size >= STRETCHES_KEPT) known.clear()
  known.set(stretch, found)
  return found
}

/** By zone. */
const offsets = new Map<string, Map<number, number>>()
const clocks = new Map<string, Intl.DateTimeFormat>()

function readOffset(timeZone: string, at: number): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...ALL_FIELDS, timeZone })
  clocks.set(timeZone, clock)
  const fields = new Map<string, number>(
    clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  )
  const field = (name: string) => fields.get(name) ?? 0
  const shown = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'))
  return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS
}

const ALL_FIELDS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} satisfies Intl.DateTimeFormatOptions

/** A moment in a zone's local time. */
export interface LocalTime {
  /** Days since 1970-01-01, of the local date. */
  day: number
  /** Minutes since local midnight. */
  minute: number
}

export function localTimeOf(timeZone: string, at: number): LocalTime {
  const shown = at + offsetAt(timeZone, at)
  const day = Math.floor(shown / DAY_MS)
  return { day, minute: Math.floor((shown - day * DAY_MS) / MINUTE_MS) }
}

/** Of `2026-11-21`, as in {@link LocalTime}. */
export const dayOfDate = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
/** 0 Sunday to 6 Saturday. */
export const weekdayOfDay = (day: number): number => (((day + 4) % 7) + 7) % 7

/**
 * The moments at which a zone's clocks show these minutes of a day: once each, twice if the clocks are put back. Also
 * the moment of a change of the clocks, at which skipped minutes begin.
 */
export function momentsOf(timeZone: string, day: number, minutes: readonly number[]): number[] {
  const midnight = day * DAY_MS
  const near = offsetAt(timeZone, midnight)
  const [before, after] = [midnight - near - 3 * HOUR_MS, midnight - near + DAY_MS + 3 * HOUR_MS]
  const [first, last] = [offsetAt(timeZone, before), offsetAt(timeZone, after)]
  const shifts = first === last ? [first] : [first, last]
  const moments = minutes.flatMap((minute) => shifts.map((shift) => midnight + minute * MINUTE_MS - shift))
  return first === last ? moments : [...moments, changeBetween(timeZone, before, after)]
}

/**
 * The first moment of a local day. Clocks that change at midnight begin the day at one, or show the last hour of the day
 * before once more.
 * @param day as in {@link LocalTime}
 */
export const beginningOf = (timeZone: string, day: number): number =>
  Math.min(...momentsOf(timeZone, day, [0]).filter((moment) => localTimeOf(timeZone, moment).day === day))

/** When the clocks change between two moments with different offsets. */
function changeBetween(timeZone: string, from: number, to: number): number {
  let [before, after] = [Math.floor(from / STRETCH_MS), Math.ceil(to / STRETCH_MS)]
  const shift = offsetAt(timeZone, from)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(timeZone, middle * STRETCH_MS) === shift) before = middle
    else after = middle
  }
  return after * STRETCH_MS
}
