import { addUp } from '@recado/shared/desk-report/add-up'
import { reportHours } from '@recado/shared/desk-report/report-hours'
import { describe, expect, test } from 'vitest'
import { chartColumns } from '../../web/src/desk-report/chart-columns.ts'
import {
  presetOf,
  presetRange,
  reportRange,
  reportSearch,
  showing,
  shownIn,
} from '../../web/src/desk-report/search.ts'
import { ZONE } from '../support/web-tickets.ts'

/** Still the 22nd in São Paulo. */
const NOW = Date.parse('2026-11-23T02:00:00.000Z')

describe('the days of a report', () => {
  test('a report covers the last seven days of the company’s calendar, unless the address names others', () => {
    expect(reportRange({}, NOW, ZONE)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(reportRange({ from: '2026-11-30' }, NOW, ZONE)).toEqual(presetRange('week', NOW, ZONE))
    expect(reportRange({ from: '2026-11-30', to: '2026-11-02' }, NOW, ZONE)).toEqual({
      from: '2026-11-02',
      to: '2026-11-30',
    })
  })

  test('days are a preset only if they end today', () => {
    for (const preset of ['today', 'week', 'month'] as const)
      expect(presetOf(presetRange(preset, NOW, ZONE), NOW, ZONE)).toBe(preset)
    expect(presetOf({ from: '2026-11-15', to: '2026-11-21' }, NOW, ZONE)).toBeUndefined()
  })
})

describe('the tickets of a number', () => {
  test('a number shows the tickets of its row, else of the page', () => {
    const page = { queueId: 'Q1', userId: 'U1' }
    expect(shownIn(page)).toBeUndefined()
    expect(shownIn(showing(page, { figure: 'closed' }))).toEqual({ figure: 'closed', ...page })
    const ofRow = showing(page, { figure: 'closed', userId: 'none' })
    expect(shownIn(ofRow)).toEqual({ figure: 'closed', queueId: 'Q1', userId: 'none' })
    expect(showing(ofRow, undefined)).toMatchObject(page)
    expect(shownIn(showing(ofRow, undefined))).toBeUndefined()
  })

  test('the address names the tickets of a number, and unknown words in it are ignored', () => {
    const parsed = reportSearch.parse({ figure: 'opened', rowHour: '9', by: 'x', from: 'ontem' })
    expect(shownIn(parsed)).toEqual({ figure: 'opened', hour: 9 })
    expect(shownIn(reportSearch.parse({ figure: 'tudo' }))).toBeUndefined()
  })
})

describe('the chart', () => {
  const hours = reportHours({ scheduleType: 'disabled', schedules: null }, [], ZONE)
  const opened = (hour: number) => ({ queueId: null, userId: null, facts: [[0, hour, -1]] })
  const chartOf = (days: number) =>
    chartColumns(
      addUp(
        Array.from({ length: days }, (_, day) => ({
          date: new Date(Date.UTC(2026, 8, 1 + day)).toISOString().replace(/T.*/, ''),
          facts: [opened(day % 24)],
        })),
        {},
        hours,
        [],
      ).by,
    )

  test('a chart shows the hours of one day, up to 31 days as days, and more as weeks', () => {
    expect(chartOf(1)).toMatchObject({
      step: 'hour',
      columns: { length: 24, 0: { values: { opened: 1 }, long: '0h' } },
    })
    expect(chartOf(31)).toMatchObject({ step: 'day', columns: { length: 31, 30: { short: '01/10' } } })
    const { step, columns } = chartOf(32)
    expect([step, columns.map((column) => column.values.opened)]).toEqual(['week', [7, 7, 7, 7, 4]])
  })
})
