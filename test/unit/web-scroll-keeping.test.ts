import { expect, test } from 'vitest'
import { staysAtEnd } from '../../web/src/tickets/messages/at-end.ts'

/** A conversation of 1,000 px at its end, in a box of 400 px. */
const before = { height: 1000, view: 400, top: 600, isAtEnd: true }

test.each([
  ['the window or the composer has taken height from it since', { height: 1000, view: 300, top: 600 }, true],
  ['a narrower window has made its lines longer since', { height: 1200, view: 400, top: 600 }, true],
  ['it is scrolled a little', { height: 1000, view: 400, top: 560 }, true],
  ['the user scrolls up', { height: 1000, view: 400, top: 300 }, false],
  ['the user scrolls up while it changes its size', { height: 1000, view: 300, top: 500 }, false],
])('a conversation knows whether it is still at its end when %s', (_, now, isThere) => {
  expect(staysAtEnd(before, now, true)).toBe(isThere)
})

test('a conversation that was not at its end does not come there by a change of size', () => {
  const now = { height: 1000, view: 300, top: 600 }
  expect(staysAtEnd({ ...before, isAtEnd: false }, now, true)).toBe(false)
})

test('an older part of a conversation does not follow its end', () => {
  expect(staysAtEnd(before, { height: 1000, view: 300, top: 600 }, false)).toBe(false)
})
