import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { closesAt, isOpen, opensAt } from '@recado/shared/calendar/weekly-hours'
import type { SendWindows } from '@recado/shared/calendar/weekly-periods'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const SAO_PAULO = 'America/Sao_Paulo'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const at = (instant: string) => Date.parse(instant)
const shown = (moment: number | null) => moment && new Date(moment).toISOString()

/** Monday to Friday, 8 to 12 and 13 to 18, unless overridden. */
const windowsWith = (change: Partial<SendWindows> = {}): SendWindows => ({
  ...DEFAULT_SEND_WINDOWS,
  enabled: true,
  ...change,
})
const onDay = (weekday: number, from: string, to: string) => ({ weekday, from, to })
const everyDay = (from: string, to: string) => [0, 1, 2, 3, 4, 5, 6].map((day) => onDay(day, from, to))

describe('send windows', () => {
  // 2026-11-23 is a Monday; São Paulo is three hours behind UTC.
  test.for([
    ['2026-11-23T10:59:59.999Z', false],
    ['2026-11-23T11:00:00.000Z', true],
    ['2026-11-23T14:59:59.999Z', true],
    ['2026-11-23T15:00:00.000Z', false],
    ['2026-11-23T16:00:00.000Z', true],
    ['2026-11-23T21:00:00.000Z', false],
    ['2026-11-22T12:00:00.000Z', false],
  ] as const)('at %s are open: %s', ([instant, open]) => {
    expect(isOpen(windowsWith(), SAO_PAULO, at(instant))).toBe(open)
  })

  test('that are switched off never close', () => {
    const off = windowsWith({ enabled: false })
    const moment = at('2026-11-22T03:00:00Z')
    expect(isOpen(off, SAO_PAULO, moment)).toBe(true)
    expect(opensAt(off, SAO_PAULO, moment)).toBe(moment)
    expect(closesAt(off, SAO_PAULO, moment)).toBeNull()
  })

  test('without a period never open', () => {
    const none = windowsWith({ periods: [] })
    const moment = at('2026-11-23T12:00:00Z')
    expect(opensAt(none, SAO_PAULO, moment)).toBeNull()
    expect(closesAt(none, SAO_PAULO, moment)).toBe(moment)
  })

  test('open again after lunch, on the next day, and on Monday', () => {
    const opens = (instant: string) => shown(opensAt(windowsWith(), SAO_PAULO, at(instant)))
    expect(opens('2026-11-23T12:34:56.789Z')).toBe('2026-11-23T12:34:56.789Z')
    expect(opens('2026-11-23T15:10:00Z')).toBe('2026-11-23T16:00:00.000Z')
    expect(opens('2026-11-23T22:00:00Z')).toBe('2026-11-24T11:00:00.000Z')
    expect(opens('2026-11-27T22:00:00Z')).toBe('2026-11-30T11:00:00.000Z')
  })

  test('close at the end of overlapping periods, and of periods across midnight', () => {
    const overlapping = windowsWith({ periods: [onDay(1, '08:00', '12:00'), onDay(1, '11:00', '14:00')] })
    expect(shown(closesAt(overlapping, SAO_PAULO, at('2026-11-23T12:00:00Z')))).toBe(
      '2026-11-23T17:00:00.000Z',
    )
    const overnight = windowsWith({ periods: [onDay(1, '22:00', '24:00'), onDay(2, '00:00', '02:00')] })
    expect(shown(closesAt(overnight, SAO_PAULO, at('2026-11-24T01:30:00Z')))).toBe('2026-11-24T05:00:00.000Z')
    const toMidnight = windowsWith({ periods: [onDay(1, '22:00', '24:00')] })
    expect(shown(closesAt(toMidnight, SAO_PAULO, at('2026-11-24T01:30:00Z')))).toBe(
      '2026-11-24T03:00:00.000Z',
    )
  })

  test('never close if they cover all days completely', () => {
    const always = windowsWith({ periods: everyDay('00:00', '24:00') })
    expect(closesAt(always, SAO_PAULO, at('2026-11-24T01:30:00Z'))).toBeNull()
  })

  test('stay closed on a holiday, by the date in the company’s zone', () => {
    const holiday = windowsWith({ periods: everyDay('20:00', '24:00'), holidays: ['2026-12-25'] })
    // Still the 24th there.
    expect(isOpen(holiday, SAO_PAULO, at('2026-12-25T02:59:59Z'))).toBe(true)
    expect(isOpen(holiday, SAO_PAULO, at('2026-12-26T00:30:00Z'))).toBe(false)
    expect(shown(opensAt(holiday, SAO_PAULO, at('2026-12-25T03:00:00Z')))).toBe('2026-12-26T23:00:00.000Z')
  })

  test('follow the hours of a date instead of those of its weekday, also on a holiday', () => {
    const hours = {
      ...windowsWith({ holidays: ['2026-12-24'] }),
      exceptions: [
        { date: '2026-12-24', periods: [{ from: '09:00', to: '11:30' }] },
        { date: '2026-12-23', periods: [] },
      ],
    }
    // From eight on Wednesday until after the holidays: only Thursday from nine to half past eleven.
    expect(shown(opensAt(hours, SAO_PAULO, at('2026-12-23T11:00:00Z')))).toBe('2026-12-24T12:00:00.000Z')
    expect(shown(closesAt(hours, SAO_PAULO, at('2026-12-24T12:00:00Z')))).toBe('2026-12-24T14:30:00.000Z')
    expect(shown(opensAt(hours, SAO_PAULO, at('2026-12-24T14:30:00Z')))).toBe('2026-12-25T11:00:00.000Z')
  })

  test('without a weekly period open on a date with hours of its own', () => {
    const fair = {
      ...windowsWith({ periods: [] }),
      exceptions: [{ date: '2026-12-12', periods: [{ from: '10:00', to: '24:00' }] }],
    }
    expect(shown(opensAt(fair, SAO_PAULO, at('2026-11-23T12:00:00Z')))).toBe('2026-12-12T13:00:00.000Z')
    expect(shown(closesAt(fair, SAO_PAULO, at('2026-12-12T13:00:00Z')))).toBe('2026-12-13T03:00:00.000Z')
  })

  test('that contain only holidays for 400 days never open', () => {
    const days = Array.from({ length: 402 }, (_, day) => new Date(at('2026-11-23') + day * DAY))
    const holidays = days.map((day) => day.toISOString().slice(0, 10))
    expect(opensAt(windowsWith({ holidays }), SAO_PAULO, at('2026-11-23T12:00:00Z'))).toBeNull()
  })

  test('follow the zone: the same moment is inside a window in one zone and outside in another', () => {
    const moment = at('2026-11-23T11:30:00Z')
    expect(isOpen(windowsWith(), SAO_PAULO, moment)).toBe(true)
    expect(isOpen(windowsWith(), 'America/Rio_Branco', moment)).toBe(false)
    expect(shown(opensAt(windowsWith(), 'America/Rio_Branco', moment))).toBe('2026-11-23T13:00:00.000Z')
    expect(isOpen(windowsWith(), 'America/Noronha', at('2026-11-23T10:30:00Z'))).toBe(true)
  })
})

describe('at a change of the clocks', () => {
  // São Paulo: put forward at midnight of 2018-11-04, which had no first hour; put back at midnight of 2018-02-18.
  test('a window that begins in the skipped hour opens at the change', () => {
    const early = windowsWith({ periods: everyDay('00:30', '02:00') })
    const opened = opensAt(early, SAO_PAULO, at('2018-11-04T00:00:00Z'))
    expect(shown(opened)).toBe('2018-11-04T03:00:00.000Z')
    expect(shown(closesAt(early, SAO_PAULO, opened ?? 0))).toBe('2018-11-04T04:00:00.000Z')
  })

  // New York: put forward from two to three on 2026-03-08, a Sunday.
  test('a window that begins in a skipped hour of the night opens at the change', () => {
    const night = windowsWith({ periods: [onDay(0, '02:30', '04:00')] })
    const opened = opensAt(night, 'America/New_York', at('2026-03-08T06:00:00Z'))
    expect(shown(opened)).toBe('2026-03-08T07:00:00.000Z')
  })

  test('a window that continues after that midnight closes at its time', () => {
    const late = windowsWith({ periods: [onDay(0, '10:00', '24:00'), onDay(1, '00:00', '00:30')] })
    const closed = closesAt(late, 'America/New_York', at('2026-03-08T20:00:00Z'))
    expect(shown(closed)).toBe('2026-03-09T04:30:00.000Z')
  })

  test('a window in the repeated hour opens twice', () => {
    const late = windowsWith({ periods: everyDay('23:00', '23:30') })
    const first = opensAt(late, SAO_PAULO, at('2018-02-18T00:00:00Z'))
    expect(shown(first)).toBe('2018-02-18T01:00:00.000Z')
    const closed = closesAt(late, SAO_PAULO, first ?? 0)
    expect(shown(closed)).toBe('2018-02-18T01:30:00.000Z')
    expect(shown(opensAt(late, SAO_PAULO, closed ?? 0))).toBe('2018-02-18T02:00:00.000Z')
  })
})

const minute = fc.integer({ min: 0, max: 24 * 60 })
const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const period = fc
  .tuple(fc.integer({ min: 0, max: 6 }), minute, minute)
  .filter(([, one, other]) => one !== other)
  .map(([weekday, one, other]) => onDay(weekday, time(Math.min(one, other)), time(Math.max(one, other))))
const someWindows = fc
  .record({
    periods: fc.array(period, { maxLength: 8 }),
    holidays: fc.array(fc.constantFrom('2018-11-04', '2018-02-18', '2026-11-23', '2026-03-08'), {
      maxLength: 3,
    }),
  })
  .map(windowsWith)
const zone = fc.constantFrom(...TIME_ZONES, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
// Around changes of the clocks, and around an ordinary day.
const moment = fc
  .tuple(
    fc.constantFrom('2018-11-04T03:00Z', '2018-02-18T02:00Z', '2026-11-23T12:00Z', '2026-03-08T07:00Z'),
    fc.integer({ min: -3 * DAY, max: 3 * DAY }),
  )
  .map(([around, off]) => at(around) + off)

/** The same, computed minute by minute from the zone's calendar. */
function isOpenByTheCalendar({ periods, holidays }: SendWindows, timeZone: string, when: number): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(when)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'))
  const clock = `${part('hour')}:${part('minute')}`
  if (holidays.includes(`${part('year')}-${part('month')}-${part('day')}`)) return false
  return periods.some((each) => each.weekday === weekday && each.from <= clock && clock < each.to)
}

describe('any windows in any zone', () => {
  test('are open according to the calendar', () => {
    fc.assert(
      fc.property(someWindows, zone, moment, (windows, timeZone, when) => {
        expect(isOpen(windows, timeZone, when)).toBe(isOpenByTheCalendar(windows, timeZone, when))
      }),
      { numRuns: 500 },
    )
  })

  test('do not change between a moment and their next opening or closing', () => {
    const look = (windows: SendWindows, timeZone: string, when: number, open: boolean) => {
      const next = (open ? opensAt : closesAt)(windows, timeZone, when)
      const until = Math.min(next ?? Number.POSITIVE_INFINITY, when + 8 * DAY)
      for (let between = when; between < until; between += 15 * MINUTE)
        expect(isOpen(windows, timeZone, between)).toBe(!open)
      if (next === null) return
      expect(isOpen(windows, timeZone, next)).toBe(open)
      if (next > when) expect(isOpen(windows, timeZone, next - 1)).toBe(!open)
    }
    fc.assert(fc.property(someWindows, zone, moment, fc.boolean(), look), { numRuns: 200 })
  })
})
