import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { delaySeconds, intervalAfter, type Pace, paceOf } from '@recado/shared/campaigns/schedule/pacing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** The pace of a company that saved these settings. */
const paceWith = (maximum: number, minimum: number, longerAfter = 0, longerPause = 0): Pace =>
  paceOf({
    ...DEFAULT_CAMPAIGN_SETTINGS,
    messageInterval: String(maximum),
    minimumMessageInterval: String(minimum),
    longerIntervalAfter: String(longerAfter),
    greaterInterval: String(longerPause),
  })

const JUST_BELOW_1 = 1 - Number.EPSILON
const seconds = fc.integer({ min: 0, max: 99_999 })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the interval after a message', () => {
  test('is uniformly distributed between the minimum and the maximum', () => {
    const pace = paceWith(30, 5)
    const drawn = (given: number) => intervalAfter(pace, 1, given)
    expect(drawn(0)).toEqual({ ms: 5000, longer: false })
    expect(drawn(0.25)).toEqual({ ms: 11_250, longer: false })
    expect(drawn(0.5)).toEqual({ ms: 17_500, longer: false })
    expect(drawn(JUST_BELOW_1)).toEqual({ ms: 30_000, longer: false })
  })

  test('is zero if the maximum is 0, for any minimum', () => {
    expect(intervalAfter(paceWith(0, 60), 1, 0.9)).toEqual({ ms: 0, longer: false })
  })

  test('is the minimum if the stored maximum is below it', () => {
    expect(intervalAfter(paceWith(5, 20), 1, 0)).toEqual({ ms: 20_000, longer: false })
    expect(intervalAfter(paceWith(5, 20), 1, 0.99)).toEqual({ ms: 20_000, longer: false })
  })

  test('is 5 to 30 seconds without saved settings, and 90 after every 30 messages', () => {
    const pace = paceOf(DEFAULT_CAMPAIGN_SETTINGS)
    expect(pace).toEqual({ minimum: 5, maximum: 30, longerAfter: 30, longerPause: 90 })
    expect(intervalAfter(pace, 29, 0)).toEqual({ ms: 5000, longer: false })
    expect(intervalAfter(pace, 30, 0)).toEqual({ ms: 90_000, longer: true })
    expect(intervalAfter(pace, 31, 0)).toEqual({ ms: 5000, longer: false })
  })

  test.for([
    ['never, before anything was sent', 0, false],
    ['not after the first of three', 1, false],
    ['not after the second of three', 2, false],
    ['after the third', 3, true],
    ['after the ninth', 9, true],
  ] as const)('is the longer pause %s', ([, sent, longer]) => {
    expect(intervalAfter(paceWith(10, 10, 3, 60), sent, 0.5)).toEqual({
      ms: longer ? 60_000 : 10_000,
      longer,
    })
  })

  test('is the longer pause only if the pause exceeds the drawn interval', () => {
    const pace = paceWith(60, 10, 1, 35)
    expect(intervalAfter(pace, 1, 0.4)).toEqual({ ms: 35_000, longer: true })
    expect(intervalAfter(pace, 1, 0.5)).toEqual({ ms: 35_000, longer: false })
    expect(intervalAfter(pace, 1, 0.6)).toEqual({ ms: 40_000, longer: false })
  })

  test('includes the longer pause even without an interval, if both its fields are set', () => {
    expect(intervalAfter(paceWith(0, 5, 10, 20), 10, 0)).toEqual({ ms: 20_000, longer: true })
    expect(intervalAfter(paceWith(0, 5, 10, 0), 10, 0)).toEqual({ ms: 0, longer: false })
    expect(intervalAfter(paceWith(0, 5, 0, 20), 10, 0)).toEqual({ ms: 0, longer: false })
  })

  test('is never shorter than the minimum or longer than the settings allow', () => {
    fc.assert(
      fc.property(
        fc.tuple(seconds, seconds, fc.integer({ min: 0, max: 40 }), seconds),
        fc.integer({ min: 0, max: 1_000_000 }),
        random,
        ([maximum, minimum, after, pause], sent, given) => {
          const { ms, longer } = intervalAfter(paceWith(maximum, minimum, after, pause), sent, given)
          const [least, most] = maximum === 0 ? [0, 0] : [minimum, Math.max(minimum, maximum)]
          expect(Number.isInteger(ms)).toBe(true)
          expect(ms).toBeGreaterThanOrEqual(least * 1000)
          expect(ms).toBeLessThanOrEqual(Math.max(most, pause) * 1000)
          if (longer) expect(ms).toBe(pause * 1000)
          else expect(ms).toBeLessThanOrEqual(most * 1000)
          const isDue = after > 0 && pause > 0 && sent > 0 && sent % after === 0
          if (!isDue) expect(longer).toBe(false)
          // A due pause is the least interval.
          if (isDue) expect(ms).toBeGreaterThanOrEqual(pause * 1000 - 1)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('grows with the drawn number', () => {
    fc.assert(
      fc.property(seconds, seconds, random, random, (maximum, minimum, a, b) => {
        const pace = paceWith(maximum, minimum)
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(intervalAfter(pace, 1, low).ms).toBeLessThanOrEqual(intervalAfter(pace, 1, high).ms)
      }),
    )
  })
})

describe('a queue’s delay', () => {
  test.for([
    [-5000, 0],
    [0, 0],
    [999, 0],
    [1000, 1],
    [1999, 1],
    [30_500, 30],
    [899_999, 899],
    [900_000, 900],
    [86_400_000, 900],
  ] as const)('for %i ms is %i seconds', ([milliseconds, expected]) => {
    expect(delaySeconds(milliseconds)).toBe(expected)
  })

  test('is a whole number of seconds, and never later than its time', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (milliseconds) => {
        const delay = delaySeconds(milliseconds)
        expect(Number.isInteger(delay)).toBe(true)
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay * 1000).toBeLessThanOrEqual(Math.max(0, milliseconds))
        if (milliseconds >= 0 && milliseconds < 900_000)
          expect(delay * 1000).toBeGreaterThan(milliseconds - 1000)
      }),
    )
  })
})
