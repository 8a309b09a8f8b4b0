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

test('a userStatus frame is accepted with any other content', () => {
  expect(clientFrameOf('{"action":"userStatus","text":"😀"}')).toBe('userStatus')
})

test.each([undefined, '', '{', '[]', '"userStatus"', '{"action":"other","text":"😀"}'])(
  'a frame with %j changes nothing',
  (body) => {
    expect(clientFrameOf(body)).toBe('other')
  },
)

test('a frame about a ticket says what its user does with it', () => {
  const frame = { action: 'desk', ticketId: '01JZZZZZZZZZZZZZZZZZZZZZZZ', state: 'typing' }
  expect(clientFrameOf(JSON.stringify(frame))).toEqual(frame)
})

test.each([
  ['an unknown state', { action: 'desk', ticketId: 'T1', state: 'dancing' }],
  ['no ticket', { action: 'desk', state: 'viewing' }],
  ['a malformed id', { action: 'desk', ticketId: 'T1#OTHER', state: 'viewing' }],
  ['another field', { action: 'desk', ticketId: 'T1', state: 'viewing', userId: 'U2' }],
  ['more than 4 KB', { action: 'other', text: 'é'.repeat(2100) }],
])('a frame with %s is refused', (_, frame) => {
  expect(clientFrameOf(JSON.stringify(frame))).toBe('broken')
})
