import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  formatDateTime,
  formatDayTime,
  formatTime,
  formatUntil,
  instantOf,
  wallTimeOf,
} from '../../web/src/ui/dates.ts'

const SAO_PAULO = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
afterEach(() => void vi.unstubAllEnvs())

/** A naive clock of São Paulo: three hours behind UTC, all year. */
const behindUtc = (instant: number): string =>
  new Date(instant - 3 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

/** The quarters of an hour around the changes of these browsers' own clocks in 2026. */
const CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-10-25', '2026-11-01']
const INSTANTS = CHANGES.flatMap((date) =>
  Array.from({ length: 240 }, (_, quarter) => Date.parse(`${date}T00:00:00Z`) + (quarter / 4 - 30) * HOUR_MS),
)

describe.each(['America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'America/Santiago'])(
  'in a browser of the zone %s',
  (zone) => {
    test('the company’s times follow its own clock', () => {
      vi.stubEnv('TZ', zone)
      for (const at of INSTANTS) {
        const [wall, instant] = [behindUtc(at), new Date(at).toISOString()]
        const [date = '', time = ''] = wall.split(' ')
        const [year, month, day] = date.split('-')
        const minute = time.slice(0, 5)
        expect(wallTimeOf(at, SAO_PAULO)).toBe(wall)
        expect(formatTime(instant, SAO_PAULO)).toBe(minute)
        expect(formatDayTime(instant, SAO_PAULO)).toBe(`${day}/${month} ${minute}`)
        expect(formatDateTime(instant, SAO_PAULO)).toBe(`${day}/${month}/${year} ${minute}`)
        expect(formatUntil(instant, at, SAO_PAULO)).toBe(minute)
      }
    })

    test('a time that is chosen is one of the company’s clock', () => {
      vi.stubEnv('TZ', zone)
      for (const at of INSTANTS) expect(instantOf(behindUtc(at), SAO_PAULO)).toBe(new Date(at).toISOString())
    })
  },
)

test('a wall time that comes twice is the earlier one, and one that is skipped counts from before the change', () => {
  expect(instantOf('2026-11-01 01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(instantOf('2026-03-08 02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  // The last summer time of Brazil began and ended at midnight.
  expect(instantOf('2018-11-04 00:00:00', SAO_PAULO)).toBe('2018-11-04T03:00:00.000Z')
  expect(instantOf('2019-02-16 23:30:00', SAO_PAULO)).toBe('2019-02-17T01:30:00.000Z')
})
