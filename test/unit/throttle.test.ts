import { Throttle } from '@recado/shared/campaigns/schedule/throttle'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CountingLog } from '../support/counting-log.ts'

let told: { at: number; news: string[] }[]
let begun: number
let throttle: Throttle<string[]>
let log: CountingLog

beforeEach(() => {
  vi.useFakeTimers()
  begun = Date.now()
  told = []
  log = new CountingLog()
  throttle = new Throttle(1000, { log }, async (news) => {
    told.push({ at: Date.now() - begun, news })
  })
})
afterEach(() => vi.useRealTimers())

const changes = (text: string, key = 'campaign') => throttle.note(key, (pending = []) => [...pending, text])
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a change', () => {
  test('is published at once, together with simultaneous changes', async () => {
    changes('a')
    changes('b')
    await pass(20)
    expect(told).toEqual([{ at: 20, news: ['a', 'b'] }])
  })

  test('is published once a second if it repeats, and the last one always', async () => {
    for (let change = 0; change < 25; change++) {
      changes(String(change))
      await pass(100)
    }
    await pass(5000)
    expect(told.map(({ at }) => at)).toEqual([20, 1020, 2020, 3020])
    expect(told.flatMap(({ news }) => news)).toEqual(Array.from({ length: 25 }, (_, index) => String(index)))
  })

  test('is published at once again after a pause', async () => {
    changes('a')
    await pass(3000)
    changes('b')
    await pass(20)
    expect(told.map(({ at }) => at)).toEqual([20, 3020])
  })

  test('of one key does not wait for another key', async () => {
    changes('a', 'one')
    await pass(500)
    changes('b', 'other')
    await pass(20)
    expect(told.map(({ news }) => news)).toEqual([['a'], ['b']])
  })

  test('is still published after an earlier one failed', async () => {
    let calls = 0
    const failing = new Throttle<string>(1000, { log }, async () => {
      calls++
      throw new Error('no way through')
    })
    failing.note('campaign', () => 'a')
    await pass(20)
    failing.note('campaign', () => 'b')
    await pass(1000)
    expect(calls).toBe(2)
    expect(log.warnings).toMatchObject([
      { message: 'live event not sent' },
      { message: 'live event not sent' },
    ])
  })
})

describe('a change without a watcher', () => {
  let isWatched = false
  beforeEach(() => {
    isWatched = false
  })
  const watchedThrottle = (unwatched?: 'told') =>
    new Throttle<string[]>(
      1000,
      { log, isWatched: async () => isWatched, ...(unwatched && { unwatched }) },
      async (news) => {
        told.push({ at: Date.now() - begun, news })
      },
    )

  test('is dropped', async () => {
    throttle = watchedThrottle()
    changes('a')
    await pass(60_000)
    isWatched = true
    changes('b')
    await pass(60_000)
    expect(told.flatMap(({ news }) => news)).toEqual(['b'])
  })

  test('is published with later changes if a browser begins to watch within five seconds', async () => {
    throttle = watchedThrottle()
    changes('a')
    await pass(3000)
    isWatched = true
    changes('b')
    await pass(3000)
    expect(told.map(({ news }) => news)).toEqual([['a', 'b']])
  })

  test('is told every few seconds if it is told in any case', async () => {
    throttle = watchedThrottle('told')
    for (let change = 0; change < 12; change++) {
      changes(String(change))
      await pass(1000)
    }
    await pass(10_000)
    expect(told.length).toBeLessThanOrEqual(3)
    expect(told.flatMap(({ news }) => news)).toHaveLength(12)
  })

  test('is published if its watchers cannot be known, and so are later ones', async () => {
    throttle = new Throttle<string[]>(
      1000,
      {
        log,
        isWatched: async () => {
          throw new Error('no way through')
        },
      },
      async (news) => void told.push({ at: Date.now() - begun, news }),
    )
    for (const change of ['a', 'b']) {
      changes(change)
      await pass(2000)
    }
    expect(told.map(({ news }) => news)).toEqual([['a'], ['b']])
    expect(log.warnings).toMatchObject([{ message: 'watchers not known' }, { message: 'watchers not known' }])
  })
})
