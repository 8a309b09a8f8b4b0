import { MessageClock } from '@recado/fargate-session/inbound/message-clock'
import { expect, test } from 'vitest'

const NOON = 1_790_000_000

test('messages keep the order of the wire in any order of decryption, also in a replay', () => {
  const clock = new MessageClock()
  const moments = [3, 0, 1, 2].map((ms) => clock.momentOf('ana', NOON, NOON * 1000 + ms))
  expect(moments).toEqual([3, 0, 1, 2].map((ms) => NOON * 1000 + ms))
  const replayed = [0, 0, 1].map((second) => clock.momentOf('beto', NOON + second))
  expect(replayed).toEqual([NOON * 1000, NOON * 1000 + 1, NOON * 1000 + 1000])
})

test('WhatsApp’s clock counts if ours is far off', () => {
  const clock = new MessageClock()
  expect(clock.momentOf('ana', NOON, NOON * 1000 + 90_000)).toBe(NOON * 1000)
  expect(clock.momentOf('beto', NOON, NOON * 1000 - 90_000)).toBe(NOON * 1000)
})

test('a replay continues behind the stored messages, also in the same second', () => {
  const clock = new MessageClock()
  clock.goOnFrom('ana', NOON * 1000 + 500)
  expect([NOON, NOON, NOON + 1].map((second) => clock.momentOf('ana', second))).toEqual(
    [501, 502, 1000].map((ms) => NOON * 1000 + ms),
  )
})

test('live messages come after a replay whose moments are later than theirs', () => {
  const clock = new MessageClock()
  clock.goOnFrom('ana', NOON * 1000 + 1500)
  const replayed = clock.momentOf('ana', NOON)
  const live = [1200, 1300, 1600].map((ms) => clock.momentOf('ana', NOON + 1, NOON * 1000 + ms))
  expect([replayed, ...live]).toEqual([1501, 1502, 1503, 1600].map((ms) => NOON * 1000 + ms))
  // A time that is far off moves no other message.
  clock.momentOf('beto', NOON + 3600)
  expect(clock.momentOf('beto', NOON, NOON * 1000)).toBe(NOON * 1000)
})

test('a late old message gets its own time, and chats do not affect each other', () => {
  const clock = new MessageClock()
  clock.momentOf('ana', NOON)
  expect(clock.momentOf('ana', NOON - 3600)).toBe((NOON - 3600) * 1000)
  expect(clock.momentOf('beto', NOON)).toBe(NOON * 1000)
})
