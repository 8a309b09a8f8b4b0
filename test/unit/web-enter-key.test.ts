import type { KeyboardEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { enterKey, submitsMessage } from '../../web/src/messages/enter-key.ts'

const enter = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, isComposing: false }
afterEach(() => void vi.unstubAllGlobals())

test('Enter submits a message, and with Shift or in an input method it does not', () => {
  expect(submitsMessage(enter, false)).toBe(true)
  expect(submitsMessage({ ...enter, ctrlKey: true }, false)).toBe(true)
  expect(submitsMessage({ ...enter, shiftKey: true }, false)).toBe(false)
  expect(submitsMessage({ ...enter, isComposing: true }, false)).toBe(false)
  expect(submitsMessage({ ...enter, key: 'a' }, false)).toBe(false)
})

test('on a touch screen Enter writes a new line, and with Ctrl or Command it submits', () => {
  expect(submitsMessage(enter, true)).toBe(false)
  expect(submitsMessage({ ...enter, ctrlKey: true }, true)).toBe(true)
  expect(submitsMessage({ ...enter, metaKey: true }, true)).toBe(true)
  expect(submitsMessage({ ...enter, ctrlKey: true, isComposing: true }, true)).toBe(false)
})

test.each([
  [
    'an on-screen keyboard names Enter as a new line, and its field keeps the key',
    '(pointer: coarse)',
    'enter',
  ],
  ['a keyboard beside a mouse sends, also if the screen can be touched', '(any-pointer: coarse)', 'send'],
])('%s', (_, touch, hint) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === touch }))
  const onSubmit = vi.fn()
  const preventDefault = vi.fn()
  const { enterKeyHint, onEnter } = enterKey(onSubmit)
  const event = { ...enter, nativeEvent: { isComposing: false }, preventDefault }
  onEnter(event as unknown as KeyboardEvent)
  expect(enterKeyHint).toBe(hint)
  const calls = hint === 'send' ? 1 : 0
  expect(onSubmit).toHaveBeenCalledTimes(calls)
  expect(preventDefault).toHaveBeenCalledTimes(calls)
})
