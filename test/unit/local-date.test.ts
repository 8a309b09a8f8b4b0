import { localDate } from '@recado/shared/calendar/local-date'
import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'

test('a local date follows the zone’s calendar on both sides of midnight', () => {
  const dates = (instant: string) =>
    ['America/Noronha', 'America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'].map((zone) =>
      localDate(Date.parse(instant), zone),
    )
  expect(dates('2028-03-01T02:00:00.000Z')).toEqual(['2028-03-01', '2028-02-29', '2028-02-29', '2028-02-29'])
  expect(dates('2027-01-01T03:59:59.999Z')).toEqual(['2027-01-01', '2027-01-01', '2026-12-31', '2026-12-31'])
  expect(dates('2027-01-01T05:00:00.000Z')).toEqual(Array(4).fill('2027-01-01'))
})

test('a local date equals the date fields of the zone’s clock', () => {
  const zones = fc.constantFrom(...TIME_ZONES, 'America/New_York', 'Europe/Lisbon')
  const instants = fc.date({ min: new Date('2015-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zones, instants, (timeZone, instant) => {
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })
      const [day, month, year] = clock.format(instant).split('/')
      expect(localDate(instant.getTime(), timeZone)).toBe(`${year}-${month}-${day}`)
    }),
  )
})

/** A version of ICU that writes short dates in another way. */
class OtherFormat extends Intl.DateTimeFormat {
  override format = () => '11/21/26'
}

test('a local date is the same whatever short dates look like in a version of ICU', () => {
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: OtherFormat } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  // No other test has made the formats of this zone.
  expect(localDate(Date.parse('2026-11-21T12:00:00.000Z'), 'America/Halifax')).toBe('2026-11-21')
})
