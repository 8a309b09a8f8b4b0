import { localDate } from '@recado/shared/calendar/local-date'
import { isOpen, opensAt } from '@recado/shared/calendar/weekly-hours'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { expectedEnd, type Outlook } from '@recado/shared/campaigns/schedule/forecast'
import { intervalAfter } from '@recado/shared/campaigns/schedule/pacing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const SECOND = 1000
const HOUR = 3_600_000
/** A Monday, 8 o'clock in São Paulo. */
const MONDAY_8 = Date.parse('2026-11-23T11:00:00Z')

/** Ten messages, one every ten seconds, at any time, to known people. */
const outlook = (change: Partial<Outlook> = {}): Outlook => ({
  startsAt: MONDAY_8,
  messages: 10,
  handedOver: 0,
  firstContacts: 0,
  toLookUp: 0,
  budget: null,
  sharedBy: 1,
  pace: { minimum: 10, maximum: 10, longerAfter: 0, longerPause: 0 },
  windows: DEFAULT_SEND_WINDOWS,
  timeZone: 'America/Sao_Paulo',
  ...change,
})
const windows = { ...DEFAULT_SEND_WINDOWS, enabled: true }
const shown = (moment: number | null) => moment && new Date(moment).toISOString()

describe('the expected end of a campaign', () => {
  test('is after the intervals between its messages', () => {
    expect(expectedEnd(outlook())).toBe(MONDAY_8 + 90 * SECOND)
    expect(expectedEnd(outlook({ messages: 1 }))).toBe(MONDAY_8)
    expect(expectedEnd(outlook({ messages: 0 }))).toBe(MONDAY_8)
  })

  test('uses the mean of random intervals', () => {
    const pace = { minimum: 5, maximum: 30, longerAfter: 0, longerPause: 0 }
    expect(expectedEnd(outlook({ pace, messages: 101 }))).toBe(MONDAY_8 + 1750 * SECOND)
  })

  test('is now without intervals', () => {
    const pace = { minimum: 0, maximum: 0, longerAfter: 0, longerPause: 0 }
    expect(expectedEnd(outlook({ pace, messages: 100_000 }))).toBe(MONDAY_8)
  })

  test('is decided by the look-ups of numbers if they take longer than the intervals', () => {
    const pace = { minimum: 0, maximum: 0, longerAfter: 0, longerPause: 0 }
    // 40 at once, then 40 a minute.
    expect(expectedEnd(outlook({ pace, messages: 40, toLookUp: 40 }))).toBe(MONDAY_8)
    expect(expectedEnd(outlook({ pace, messages: 100, toLookUp: 100 }))).toBe(MONDAY_8 + 90 * SECOND)
    expect(expectedEnd(outlook({ pace, messages: 200, toLookUp: 100 }))).toBe(MONDAY_8 + 90 * SECOND)
    const aSecond = { ...pace, minimum: 1, maximum: 1 }
    expect(expectedEnd(outlook({ pace: aSecond, messages: 100, toLookUp: 100 }))).toBe(MONDAY_8 + 99 * SECOND)
    expect(expectedEnd(outlook({ pace: aSecond, messages: 400, toLookUp: 400 }))).toBe(
      MONDAY_8 + 540 * SECOND,
    )
  })

  test('does not depend on the look-ups if the intervals leave time for them', () => {
    expect(expectedEnd(outlook({ messages: 1000, toLookUp: 1000 }))).toBe(MONDAY_8 + 9990 * SECOND)
  })

  test('is in the next window if the look-ups do not fit into this one', () => {
    const pace = { minimum: 0, maximum: 0, longerAfter: 0, longerPause: 0 }
    const end = expectedEnd(outlook({ pace, windows, messages: 30_000, toLookUp: 30_000 }))
    expect(end).toBeGreaterThan(MONDAY_8 + 24 * HOUR)
  })

  test('includes the longer pauses, counted from the connection’s earlier sends', () => {
    const pace = { minimum: 10, maximum: 10, longerAfter: 5, longerPause: 60 }
    expect(expectedEnd(outlook({ pace }))).toBe(MONDAY_8 + (8 * 10 + 60) * SECOND)
    // After the third comes the connection's fifth, after the eighth its tenth.
    expect(expectedEnd(outlook({ pace, handedOver: 2 }))).toBe(MONDAY_8 + (7 * 10 + 2 * 60) * SECOND)
  })

  test('uses the mean of the longer of pause and interval if a random interval may exceed the pause', () => {
    const pace = { minimum: 0, maximum: 40, longerAfter: 1, longerPause: 20 }
    // 20 in half of the cases, else 30 on average.
    expect(expectedEnd(outlook({ pace, messages: 2 }))).toBe(MONDAY_8 + 25 * SECOND)
  })

  test('is later by the turns of other campaigns', () => {
    expect(expectedEnd(outlook({ sharedBy: 3 }))).toBe(MONDAY_8 + 290 * SECOND)
  })

  test('is in the next window if the rest does not fit into this one', () => {
    // One every hour from eight: 8 to 11, 13 to 17, and the tenth on Tuesday at eight.
    const pace = { minimum: 3600, maximum: 3600, longerAfter: 0, longerPause: 0 }
    expect(shown(expectedEnd(outlook({ pace, windows })))).toBe('2026-11-24T11:00:00.000Z')
    expect(shown(expectedEnd(outlook({ pace, windows, messages: 9 })))).toBe('2026-11-23T20:00:00.000Z')
  })

  test('counts an interval across a closed window', () => {
    // Two hours and forty minutes: 8:00, 10:40, and 13:20, since lunch ends at one.
    const pace = { minimum: 9600, maximum: 9600, longerAfter: 0, longerPause: 0 }
    expect(shown(expectedEnd(outlook({ pace, windows, messages: 3 })))).toBe('2026-11-23T16:20:00.000Z')
  })

  test('continues the turns in the order at the window’s close', () => {
    // One every hour from eight. Ours are the third, sixth and ninth: 10, 14 and 17 o’clock.
    const pace = { minimum: 3600, maximum: 3600, longerAfter: 0, longerPause: 0 }
    const end = expectedEnd(outlook({ pace, windows, sharedBy: 3, messages: 3 }))
    expect(shown(end)).toBe('2026-11-23T20:00:00.000Z')
  })

  test('is on Monday after a start on Saturday, if weekends are closed', () => {
    const startsAt = Date.parse('2026-11-21T15:00:00Z')
    expect(expectedEnd(outlook({ startsAt, windows }))).toBe(MONDAY_8 + 90 * SECOND)
  })

  test('is never if no window opens', () => {
    expect(expectedEnd(outlook({ windows: { ...windows, periods: [] } }))).toBeNull()
  })

  test('is on the day whose budget covers the last new contact', () => {
    const budget = { left: 2, perDay: 10 }
    const end = expectedEnd(outlook({ messages: 25, firstContacts: 25, budget }))
    // 2 today, 10 on Tuesday, 10 on Wednesday, and 3 from midnight on.
    expect(shown(end)).toBe('2026-11-26T03:00:20.000Z')
  })

  test('ignores a budget if no contact is new', () => {
    expect(expectedEnd(outlook({ budget: { left: 0, perDay: 1 } }))).toBe(MONDAY_8 + 90 * SECOND)
  })

  test('depends on the known contacts if the new ones fit into the budget', () => {
    expect(expectedEnd(outlook({ firstContacts: 4, budget: { left: 4, perDay: 4 } }))).toBe(
      MONDAY_8 + 90 * SECOND,
    )
  })

  test('depends on the new contacts if the known ones finish earlier', () => {
    const end = expectedEnd(outlook({ firstContacts: 5, budget: { left: 4, perDay: 4 } }))
    expect(shown(end)).toBe('2026-11-24T03:00:00.000Z')
  })

  test('is never with a budget of zero', () => {
    expect(expectedEnd(outlook({ firstContacts: 1, budget: { left: 0, perDay: 0 } }))).toBeNull()
  })

  test('is unknown if it is more than 400 days ahead', () => {
    const slow = { messages: 1000, firstContacts: 1000, budget: { left: 1, perDay: 1 } }
    expect(expectedEnd(outlook(slow))).toBeNull()
    expect(expectedEnd(outlook({ ...slow, messages: 300, firstContacts: 300 }))).not.toBeNull()
  })

  test('is computed for a hundred thousand messages within the time of a click', () => {
    expect(expectedEnd(outlook({ messages: 100_000, windows }))).toBeGreaterThan(MONDAY_8 + 27 * 24 * HOUR)
  })
})

const pace = fc.record({
  minimum: fc.integer({ min: 0, max: 60 }),
  more: fc.integer({ min: 0, max: 60 }),
  longerAfter: fc.integer({ min: 0, max: 30 }),
  longerPause: fc.integer({ min: 0, max: 90 }),
})
const anyOutlook = fc
  .record({
    messages: fc.integer({ min: 1, max: 400 }),
    handedOver: fc.integer({ min: 0, max: 100 }),
    pace: pace.map(({ minimum, more, ...rest }) => ({ ...rest, minimum, maximum: minimum + more })),
    windows: fc.boolean().map((enabled) => ({ ...DEFAULT_SEND_WINDOWS, enabled })),
    sharedBy: fc.integer({ min: 1, max: 4 }),
    firstContacts: fc.integer({ min: 0, max: 400 }),
    budget: fc.option(
      fc.record({ left: fc.integer({ min: 0, max: 30 }), perDay: fc.integer({ min: 1, max: 30 }) }),
    ),
    startsAt: fc.integer({ min: 0, max: 7 * 24 * HOUR }).map((off) => MONDAY_8 + off),
  })
  .map(outlook)

/** The rule itself, message by message, for one campaign alone on its connection. Its people are all new or all known. */
function playedOut(
  { messages, startsAt, windows, timeZone, budget, firstContacts, handedOver, pace }: Outlook,
  random: () => number,
): number {
  let at = startsAt
  let day = ''
  let left = Number.POSITIVE_INFINITY
  for (let sent = 1; ; sent++) {
    for (;;) {
      at = opensAt(windows, timeZone, at) ?? Number.NaN
      const today = localDate(at, timeZone)
      if (budget && firstContacts > 0 && today !== day) {
        left = day === '' ? budget.left : budget.perDay
        day = today
      }
      if (left > 0) break
      while (localDate(at, timeZone) === today) at = (Math.floor(at / 900_000) + 1) * 900_000
    }
    left--
    if (sent === messages) return at
    at += intervalAfter(pace, handedOver + sent, random()).ms
  }
}

describe('for any campaign', () => {
  test('the expected end is never before the minimum intervals have passed, and always in a window', () => {
    fc.assert(
      fc.property(anyOutlook, (given) => {
        const end = expectedEnd(given)
        if (end === null) return
        const least = given.startsAt + (given.messages * given.sharedBy - 1) * given.pace.minimum * SECOND
        expect(end).toBeGreaterThanOrEqual(least)
        expect(isOpen(given.windows, given.timeZone, end)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('more messages never end earlier', () => {
    fc.assert(
      fc.property(anyOutlook, (given) => {
        const [end, later] = [expectedEnd(given), expectedEnd({ ...given, messages: given.messages + 1 })]
        if (end !== null && later !== null && given.budget === null) expect(later).toBeGreaterThanOrEqual(end)
      }),
      { numRuns: 300 },
    )
  })

  test('with constant intervals the expected end equals the simulated rule’s', () => {
    fc.assert(
      fc.property(anyOutlook, fc.boolean(), (some, isNew) => {
        const fixed = { ...some.pace, maximum: some.pace.minimum }
        const firstContacts = isNew ? some.messages : 0
        const given = { ...some, pace: fixed, sharedBy: 1, firstContacts }
        const played = playedOut(given, () => 0)
        const isForetold = played <= given.startsAt + 400 * 24 * HOUR
        expect(shown(expectedEnd(given))).toBe(isForetold ? shown(played) : null)
      }),
      { numRuns: 200 },
    )
  })

  test('with constant intervals the expected end equals that of messages with a look-up each', () => {
    const seconds = fc.integer({ min: 0, max: 6 }).map((halves) => halves / 2)
    fc.assert(
      fc.property(seconds, fc.integer({ min: 1, max: 300 }), (interval, messages) => {
        const pace = { minimum: interval, maximum: interval, longerAfter: 0, longerPause: 0 }
        let [at, takenUntil] = [MONDAY_8, MONDAY_8]
        for (let sent = 0; sent < messages; sent++) {
          if (sent > 0) at += interval * SECOND
          takenUntil = Math.max(takenUntil, at) + 1.5 * SECOND
          at = Math.max(at, takenUntil - 60 * SECOND)
        }
        expect(shown(expectedEnd(outlook({ pace, messages, toLookUp: messages })))).toBe(shown(at))
      }),
      { numRuns: 200 },
    )
  })

  test('with random intervals the expected end equals the simulated rule’s average', () => {
    fc.assert(
      fc.property(anyOutlook, fc.integer(), (some, seed) => {
        const given = { ...some, messages: 200, sharedBy: 1, budget: null, windows: DEFAULT_SEND_WINDOWS }
        let state = seed >>> 0
        const random = () => {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
          return state / 2 ** 32
        }
        const played = Array.from({ length: 50 }, () => playedOut(given, random) - given.startsAt)
        const mean = played.reduce((sum, each) => sum + each, 0) / played.length
        const expected = (expectedEnd(given) ?? 0) - given.startsAt
        expect(Math.abs(expected - mean)).toBeLessThanOrEqual(0.03 * mean + SECOND)
      }),
      { numRuns: 50 },
    )
  })
})
