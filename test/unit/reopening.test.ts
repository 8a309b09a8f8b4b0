import { type Cause, Reopening } from '@recado/fargate-session/session/reopening'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The pause after each of several failures in a row, in seconds. */
async function pausesAfter(causes: readonly Cause[], random: number): Promise<number[]> {
  const opened: number[] = []
  const reopening = new Reopening(
    () => opened.push(Date.now()),
    () => random,
  )
  const pauses: number[] = []
  for (const cause of causes) {
    const begun = Date.now()
    reopening.after(cause)
    while (opened.length === pauses.length) await vi.advanceTimersToNextTimerAsync()
    pauses.push(((opened.at(-1) ?? 0) - begun) / 1000)
  }
  return pauses
}
const many = (cause: Cause, count: number) => Array.from({ length: count }, () => cause)

test('a server that keeps asking for a restart is called after 1, 2, 4 … 60 seconds', async () => {
  expect(await pausesAfter(many('restart', 8), 0)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('an outdated client logs in again after ten minutes at the earliest, and finally once an hour', async () => {
  expect(await pausesAfter(many('outdated', 4), 0)).toEqual([600, 1200, 1800, 1800])
  expect(await pausesAfter(many('outdated', 4), 1)).toEqual([1200, 2400, 3600, 3600])
})

test('each cause has its own pauses, and an open connection is not outdated', async () => {
  expect(await pausesAfter(['retry', 'restart', 'retry', 'outdated', 'retry'], 1)).toEqual([1, 1, 2, 1200, 4])
  const reopening = new Reopening(
    () => undefined,
    () => 1,
  )
  reopening.after('outdated')
  expect(reopening.isOutdated).toBe(true)
  reopening.opened()
  expect(reopening.isOutdated).toBe(false)
  reopening.after('outdated')
  reopening.after('retry')
  expect(reopening.isOutdated).toBe(false)
  expect(vi.getTimerCount()).toBe(1)
  reopening.cancel()
  expect(vi.getTimerCount()).toBe(0)
})

describe('after a failure of an open connection', () => {
  /** The pauses in seconds of a connection that always opens, and fails again after this time in milliseconds. */
  async function pausesOf(openMs: number): Promise<number[]> {
    let begun = 0
    const pauses: number[] = []
    const reopening = new Reopening(
      () => pauses.push((Date.now() - begun) / 1000),
      () => 1,
    )
    while (pauses.length < 4) {
      reopening.opened()
      await vi.advanceTimersByTimeAsync(openMs)
      begun = Date.now()
      reopening.after('retry')
      await vi.advanceTimersToNextTimerAsync()
    }
    return pauses
  }

  test('the pauses grow if it was open for less than a minute', async () => {
    expect(await pausesOf(59_000)).toEqual([1, 2, 4, 8])
  })

  test('the pause is short if it was open for a minute', async () => {
    expect(await pausesOf(60_000)).toEqual([1, 1, 1, 1])
  })
})
