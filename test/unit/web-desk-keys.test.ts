import { describe, expect, test } from 'vitest'
import { actionOfKey } from '../../web/src/tickets/keyboard/desk-keys.ts'

const pressed = (key: string, code: string, modifiers: object = {}) => ({
  key,
  code,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
})

describe('the keys of the desk', () => {
  test.each([
    ['j', 'KeyJ', 'down'],
    ['K', 'KeyK', 'up'],
    ['/', 'Slash', 'search'],
    ['?', 'Slash', 'sheet'],
  ])('“%s” is an action while single characters count, and text otherwise', (key, code, action) => {
    expect(actionOfKey(pressed(key, code), true)).toBe(action)
    expect(actionOfKey(pressed(key, code), false)).toBeUndefined()
  })

  test.each([
    ['å', 'KeyA', 'next'],
    ['e', 'KeyE', 'resolve'],
    ['†', 'KeyT', 'transfer'],
    ['n', 'KeyN', 'note'],
    ['u', 'KeyU', 'unread'],
    ['f', 'KeyF', 'find'],
    ['ç', 'KeyC', 'begin'],
    ['ArrowUp', 'ArrowUp', 'up'],
  ])('Alt with “%s” (%s) is an action in a field too, whatever character it types', (key, code, action) => {
    expect(actionOfKey(pressed(key, code, { altKey: true }), false)).toBe(action)
  })

  test('a combination with Ctrl or Meta is no action: AltGr types characters', () => {
    expect(actionOfKey(pressed('a', 'KeyA', { altKey: true, ctrlKey: true }), true)).toBeUndefined()
    expect(actionOfKey(pressed('j', 'KeyJ', { metaKey: true }), true)).toBeUndefined()
  })

  test('other keys are no actions', () => {
    expect(actionOfKey(pressed('a', 'KeyA'), true)).toBeUndefined()
    expect(actionOfKey(pressed('j', 'KeyJ', { altKey: true }), true)).toBeUndefined()
  })
})
