import { clientFrameOf } from '@recado/functions/realtime/client-frame'
import { expect, test } from 'vitest'

test.each([
  ['a half surrogate pair', '{"action":"other","text":"\\ud83d"}'],
  ['a half surrogate pair in a userStatus', '{"action":"userStatus","text":"\\ud83d"}'],
  ['a NUL', '{"action":"other","text":["\\u0000"]}'],
  ['a half surrogate pair as a name', '{"action":"other","\\ude00":1}'],
])('a frame of a live socket with %s is broken', (_, body) => {
  expect(clientFrameOf(body)).toBe('broken')
})

test('a userStatus is one, whatever else it says', () => {
  expect(clientFrameOf('{"action":"userStatus","text":"😀"}')).toBe('userStatus')
})

test.each([undefined, '', '{', '[]', '"userStatus"', '{"action":"other","text":"😀"}'])(
  'a frame that says %j changes nothing',
  (body) => {
    expect(clientFrameOf(body)).toBe('other')
  },
)
