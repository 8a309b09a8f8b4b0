import { Throttle } from '@recado/shared/campaigns/throttle'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

let told: { at: number; news: string[] }[]
let begun: number
let throttle: Throttle<string[]>

beforeEach(() => {
  vi.useFakeTimers()
  begun = Date.now()
  told = []
  throttle = new Throttle(1000, async (news) => {
    told.push({ at: Date.now() - begun, news })
  })
})
afterEach(() => vi.useRealTimers())

const changes = (text: string, key = 'campaign') => throttle.note(key, (pending = []) => [...pending, text])
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('what changes', () => {
  test('is told at once, with what changes with it', async () => {
    changes('a')
    changes('b')
    await pass(20)
    expect(told).toEqual([{ at: 20, news: ['a', 'b'] }])
  })

  test('often is told once a second, the last change always', async () => {
    for (let change = 0; change < 25; change++) {
      changes(String(change))
      await pass(100)
    }
    await pass(5000)
    expect(told.map(({ at }) => at)).toEqual([20, 1020, 2020, 3020])
    expect(told.flatMap(({ news }) => news)).toEqual(Array.from({ length: 25 }, (_, index) => String(index)))
  })

  test('again after a rest is told at once again', async () => {
    changes('a')
    await pass(3000)
    changes('b')
    await pass(20)
    expect(told.map(({ at }) => at)).toEqual([20, 3020])
  })

  test('of one key does not wait for another', async () => {
    changes('a', 'one')
    await pass(500)
    changes('b', 'other')
    await pass(20)
    expect(told.map(({ news }) => news)).toEqual([['a'], ['b']])
  })

  test('is told on after something could not be', async () => {
    let calls = 0
    const failing = new Throttle<string>(1000, async () => {
      calls++
      throw new Error('no way through')
    })
    failing.note('campaign', () => 'a')
    await pass(20)
    failing.note('campaign', () => 'b')
    await pass(1000)
    expect(calls).toBe(2)
  })
})
