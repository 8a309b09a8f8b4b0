import { searchable } from '@recado/shared/searchable'
import { describe, expect, test } from 'vitest'

describe('a text as it is searched in', () => {
  test.each([
    ['João  Ávila', 'joao avila'],
    ['Joa\u0303o', 'joao'],
    ['a\u0344\u0316z', 'az'],
    ['한국', '한국'.normalize('NFD')],
    ['हिन्दी', 'हनद'],
    ['1️⃣\n2️⃣', '1 2'],
    ['İ', 'i'],
  ])('has small letters, no marks and one line: “%s”', (text, wanted) => {
    expect(searchable(text)).toBe(wanted)
  })

  test('a text built to be slow is read like any other', () => {
    // NFD sorts marks by their classes. Texts of unsorted ones would exceed the test's time limit.
    for (const marks of ['\u0301\u0316', '\u0344\u0316', '\u0301\u0334'])
      expect(searchable(`a${marks.repeat(200_000)}b`)).toBe('ab')
  })
})
