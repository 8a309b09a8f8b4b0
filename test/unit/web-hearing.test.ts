import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventOf, isClosedByServer } from '../../web/src/realtime/frame.ts'
import { HearingCheck } from '../../web/src/realtime/hearing-check.ts'

/** A check, and its calls in order. */
function aCheck() {
  const done: string[] = []
  const check = new HearingCheck({
    ask: () => done.push('ask'),
    onHeard: () => done.push('heard'),
    onDeaf: () => done.push('deaf'),
  })
  return { check, done }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an open socket', () => {
  test('a socket counts as listening when the server has answered, not when it opens', () => {
    const { check, done } = aCheck()
    check.opened()
    expect(done).toEqual(['ask'])
    check.heard()
    check.heard()
    expect(done).toEqual(['ask', 'heard'])
    vi.advanceTimersByTime(60_000)
    expect(done).toEqual(['ask', 'heard'])
  })

  test('a socket without an answer is reported deaf once, and checked again when it reopens', () => {
    const { check, done } = aCheck()
    check.opened()
    vi.advanceTimersByTime(7_999)
    expect(done).toEqual(['ask'])
    vi.advanceTimersByTime(1)
    expect(done).toEqual(['ask', 'deaf'])
    vi.advanceTimersByTime(60_000)
    check.opened()
    check.heard()
    expect(done).toEqual(['ask', 'deaf', 'ask', 'heard'])
  })

  test('the next question finds a socket that went deaf', () => {
    const { check, done } = aCheck()
    check.opened()
    check.heard()
    check.ask()
    check.ask()
    vi.advanceTimersByTime(8_000)
    expect(done).toEqual(['ask', 'heard', 'ask', 'deaf'])
  })

  test('a closed socket is not waited for', () => {
    const { check, done } = aCheck()
    check.opened()
    check.closed()
    vi.advanceTimersByTime(60_000)
    expect(done).toEqual(['ask'])
  })
})

test('the frame with the reason of a close is not an event', () => {
  const closing = '{"channel":"company-C1-user","action":"socketClosed","reason":"TOO_MANY_SOCKETS"}'
  expect(isClosedByServer(closing)).toBe(true)
  const presence = '{"channel":"company-C1-user","action":"presence","id":"U1"}'
  expect(isClosedByServer(presence)).toBe(false)
  expect(isClosedByServer('no json')).toBe(false)
  expect(eventOf(presence, 'C1')).toMatchObject({ topic: 'user', action: 'presence' })
})
