import { MessageClock } from '@recado/fargate-session/inbound/message-clock'
import { expect, test } from 'vitest'

const NOON = 1_790_000_000

test('messages of one second stand in the order they came in, as do those of a replay', () => {
  const clock = new MessageClock()
  const live = [0, 1, 1, 5].map((ms) => clock.momentOf('ana', NOON, NOON * 1000 + ms))
  expect(live).toEqual([0, 1, 2, 5].map((ms) => NOON * 1000 + ms))
  const replayed = [0, 0, 1].map((second) => clock.momentOf('beto', NOON + second))
  expect(replayed).toEqual([NOON * 1000, NOON * 1000 + 1, NOON * 1000 + 1000])
})

test('a message keeps to WhatsApp’s second, whatever our clock says', () => {
  const clock = new MessageClock()
  expect(clock.momentOf('ana', NOON, NOON * 1000 + 90_000)).toBe(NOON * 1000 + 999)
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
