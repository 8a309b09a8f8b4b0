import { MessageClock } from '@recado/fargate-session/inbound/message-clock'
import { expect, test } from 'vitest'

const NOON = 1_790_000_000

test('messages stand in the order of the wire, in whichever order they are opened, as do those of a replay', () => {
  const clock = new MessageClock()
  const moments = [3, 0, 1, 2].map((ms) => clock.momentOf('ana', NOON, NOON * 1000 + ms))
  expect(moments).toEqual([3, 0, 1, 2].map((ms) => NOON * 1000 + ms))
  const replayed = [0, 0, 1].map((second) => clock.momentOf('beto', NOON + second))
  expect(replayed).toEqual([NOON * 1000, NOON * 1000 + 1, NOON * 1000 + 1000])
})

test('where our clock is far from WhatsApp’s, WhatsApp’s counts', () => {
  const clock = new MessageClock()
  expect(clock.momentOf('ana', NOON, NOON * 1000 + 90_000)).toBe(NOON * 1000)
  expect(clock.momentOf('beto', NOON, NOON * 1000 - 90_000)).toBe(NOON * 1000)
})

test('a replay goes on behind what was stored before, in the same second too', () => {
  const clock = new MessageClock()
  clock.goOnFrom('ana', NOON * 1000 + 500)
  expect([NOON, NOON, NOON + 1].map((second) => clock.momentOf('ana', second))).toEqual(
    [501, 502, 1000].map((ms) => NOON * 1000 + ms),
  )
})

test('what comes late from long ago stands where it belongs, and chats do not hold up one another', () => {
  const clock = new MessageClock()
  clock.momentOf('ana', NOON)
  expect(clock.momentOf('ana', NOON - 3600)).toBe((NOON - 3600) * 1000)
  expect(clock.momentOf('beto', NOON)).toBe(NOON * 1000)
})
