import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { barsOf } from '../../web/src/dashboard/bars.ts'
import { dashboardKeys } from '../../web/src/dashboard/keys.ts'
import { dashboardSearch, rangeOf } from '../../web/src/dashboard/range.ts'
import { applyDashboardEvent } from '../../web/src/dashboard/realtime.ts'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'

const SAO_PAULO = 'America/Sao_Paulo'
/** 23:30 of the 30th of November in São Paulo. */
const NOW = Date.parse('2026-12-01T02:30:00.000Z')

describe('the range', () => {
  test('the range is this month in the company’s time zone, unless the address has another', () => {
    expect(rangeOf({}, NOW, SAO_PAULO)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(rangeOf({}, NOW, 'America/Noronha')).toEqual({ from: '2026-12-01', to: '2026-12-01' })
    expect(rangeOf({ from: '2026-01-05' }, NOW, SAO_PAULO)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  })

  test('reversed days are swapped, and invalid days are dropped', () => {
    const named = { from: '2026-02-01', to: '2026-01-05' }
    expect(rangeOf(named, NOW, SAO_PAULO)).toEqual({ from: '2026-01-05', to: '2026-02-01' })
    expect(dashboardSearch.parse({ from: 'ontem', to: '2026-02-30' })).toEqual({})
  })
})

describe('the bars', () => {
  const daysFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      day: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
      sent: 1,
    }))
  const sumOf = (bars: { sent: number }[]) => bars.reduce((sum, { sent }) => sum + sent, 0)

  test.each([
    [31, 'day', 31],
    [62, 'day', 62],
    [63, 'week', 9],
    [184, 'week', 27],
    [185, 'month', 7],
    [366, 'month', 13],
  ])('%i days make bars of a %s, and each message is in one bar', (count, step, bars) => {
    const drawn = barsOf(daysFrom('2026-01-15', count))
    expect([drawn.step, drawn.bars.length, sumOf(drawn.bars)]).toEqual([step, bars, count])
  })

  test('a bar is named by its first day', () => {
    expect(barsOf(daysFrom('2026-01-30', 200)).bars.slice(0, 2)).toEqual([
      { from: '2026-01-30', sent: 2 },
      { from: '2026-02-01', sent: 28 },
    ])
  })
})

describe('live events', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const event = (topic: string, action: string): LiveEvent => ({
    topic,
    action,
    frame: { channel: `company-C1-${topic}`, action },
  })

  test('live events refetch the figures, once for the many events of a running campaign', () => {
    const cache = new QueryClient()
    const refresh = vi.spyOn(cache, 'invalidateQueries')
    for (let count = 0; count < 50; count += 1)
      applyDashboardEvent(cache, event('campaign', 'updateCounters'))
    vi.advanceTimersByTime(60_000)
    expect(refresh.mock.calls).toEqual([[{ queryKey: dashboardKeys.all }]])
    applyDashboardEvent(cache, event('contact-list', 'create'))
    vi.advanceTimersByTime(60_000)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  test('events of recipients and of other topics change nothing', () => {
    const cache = new QueryClient()
    const refresh = vi.spyOn(cache, 'invalidateQueries')
    applyDashboardEvent(cache, event('campaign', 'updateShipping'))
    applyDashboardEvent(cache, event('tag', 'update'))
    vi.advanceTimersByTime(60_000)
    expect(refresh).not.toHaveBeenCalled()
  })
})
