import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterAttempt, BlockedCheck, NO_ATTEMPTS } from '../../web/src/realtime/blocked-check.ts'
import { createPolling, isDue, pauseOf } from '../../web/src/realtime/polling.ts'

type Outcome = Parameters<typeof afterAttempt>[1]

/** Attempts of these outcomes, the given seconds apart. */
const attempts = (outcomes: Outcome[], seconds = 8) =>
  outcomes.reduce(
    (before, outcome, place) => afterAttempt(before, outcome, place * seconds * 1000),
    NO_ATTEMPTS,
  )

const times = (count: number, outcome: Outcome): Outcome[] => Array(count).fill(outcome)

describe('a network that blocks live sockets', () => {
  test.for<[expected: boolean, why: string, outcomes: Outcome[], seconds?: number]>([
    [true, 'five sockets are refused in 32 seconds', times(5, 'refused')],
    [false, 'only four are refused', times(4, 'refused')],
    [false, 'many are refused in less than 30 seconds', times(20, 'refused'), 1],
    [false, 'calls fail too', times(20, 'no-ticket')],
    [false, 'a call fails in between', [...times(4, 'refused'), 'no-ticket', ...times(4, 'refused')]],
    [false, 'the server is heard in between', [...times(4, 'refused'), 'heard', ...times(4, 'refused')]],
    [true, 'a call fails later', [...times(5, 'refused'), 'no-ticket']],
    [false, 'the server is heard later', [...times(5, 'refused'), 'heard']],
  ])('the network is taken for blocking (%s) if %s', ([expected, , outcomes, seconds]) => {
    expect(attempts(outcomes, seconds).isBlocked).toBe(expected)
  })

  test('a check counts a socket once, and never one that was heard before it closed', () => {
    let now = 0
    const onBlocked = vi.fn()
    const check = new BlockedCheck({ now: () => now, onBlocked })
    const attempt = (isHeard = false) => {
      now += 8000
      check.ticketGiven()
      if (isHeard) check.heard()
      // partysocket may report the end of a socket twice.
      check.closed()
      check.closed()
    }
    for (let count = 0; count < 10; count++) attempt(true)
    for (let count = 0; count < 4; count++) attempt()
    expect(onBlocked).not.toHaveBeenCalled()
    for (let count = 0; count < 10; count++) attempt()
    expect(onBlocked).toHaveBeenCalledTimes(1)
    attempt(true)
    for (let count = 0; count < 5; count++) attempt()
    expect(onBlocked).toHaveBeenCalledTimes(2)
  })
})

describe('what a poll asks again', () => {
  const shown = {
    hasData: true,
    isFetching: false,
    answeredAt: 0,
    staleMs: 30_000,
    pages: 0,
    askedOnce: false,
  }
  test.for([
    [true, 'a record that was answered ten seconds ago', 10_000, {}],
    [true, 'a list of three pages', 10_000, { pages: 3 }],
    [false, 'a list of four pages', 10_000, { pages: 4 }],
    [false, 'a query that was answered a moment ago', 9_999, {}],
    [false, 'a query without data, which shows "Tentar novamente"', 10_000, { hasData: false }],
    [false, 'a query that is fetching', 10_000, { isFetching: true }],
    [false, 'an answer that belongs to one moment', 10_000, { askedOnce: true }],
    [false, 'the address of a file while it is valid', 239_999, { staleMs: 240_000 }],
    [true, 'the address of a file afterwards', 240_000, { staleMs: 240_000 }],
  ] as const)('a poll asks again (%s): %s', ([expected, , now, change]) => {
    expect(isDue({ ...shown, ...change }, now)).toBe(expected)
  })

  test('a pause is 15 seconds, a fifth shorter or longer', () => {
    expect([0, 0.5, 1].map(pauseOf)).toEqual([12_000, 15_000, 18_000])
  })
})

describe('polling', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('polling fetches the shown data while the tab is visible, says so before each poll, and ends', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
    const asked: string[] = []
    const queryOf = (name: string) => ({ queryKey: [name], queryFn: () => asked.push(name) })
    const close = new QueryObserver(client, queryOf('tickets')).subscribe(() => {})
    await client.fetchQuery(queryOf('a page that was left'))
    const onAsk = vi.fn()
    let isSeen = true
    const polling = createPolling(client, { mayAsk: () => isSeen, onAsk, chance: () => 0.5 })
    const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
    await pass(60)
    asked.length = 0
    polling.start()
    await pass(0)
    expect(asked).toEqual(['tickets'])
    await pass(30)
    expect(asked).toHaveLength(3)
    isSeen = false
    await pass(60)
    expect(asked).toHaveLength(3)
    isSeen = true
    await pass(15)
    expect(asked).toHaveLength(4)
    expect(onAsk).toHaveBeenCalledTimes(4)
    polling.stop()
    await pass(60)
    expect(asked).toHaveLength(4)
    close()
  })
})
