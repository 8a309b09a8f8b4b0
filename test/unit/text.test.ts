import { name, nameText } from '@recado/shared/name'
import { brokenTexts, cleanName, cleanText, codePointsOf, cutText, isSound } from '@recado/shared/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const EMOJI = '😀'
const FAMILY = '👨‍👩‍👧‍👦'
const FLAG = '🇧🇷'
const HALF = '\ud83d'

describe('a cut text', () => {
  test.each([
    ['a short text stays', 'Olá', 80, 'Olá'],
    ['an emoji at the limit stays whole', `${'a'.repeat(79)}${EMOJI}`, 80, `${'a'.repeat(79)}${EMOJI}`],
    ['an emoji behind the limit goes', `${'a'.repeat(80)}${EMOJI}`, 80, 'a'.repeat(80)],
    ['a family stays whole or goes', `abc${FAMILY}`, 5, 'abc'],
    ['a family that fits stays', `abc${FAMILY}d`, 10, `abc${FAMILY}`],
    ['a flag is not cut in two', `ab${FLAG}${FLAG}`, 5, `ab${FLAG}`],
    ['an accent stays with its letter', `ate\u0301x`, 3, 'at'],
    ['a line break of two units stays together', 'ab\r\ncd', 3, 'ab'],
    ['a single character longer than the limit is cut between code points', FAMILY, 3, '👨‍👩'],
    ['nothing is left of nothing', EMOJI, 0, ''],
  ])('%s', (_, text, length, cut) => {
    expect(cutText(text, length)).toBe(cut)
  })

  test('is a well-formed prefix of the text with at most the requested code points', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', EMOJI, FLAG, FAMILY, '\r\n', 'e\u0301', '\u200d'),
    })
    fc.assert(
      fc.property(text, fc.nat(30), (whole, length) => {
        const cut = cutText(whole, length)
        expect(whole.startsWith(cut)).toBe(true)
        expect(cut.isWellFormed()).toBe(true)
        expect(codePointsOf(cut)).toBeLessThanOrEqual(length)
        if (codePointsOf(whole) <= length) expect(cut).toBe(whole)
      }),
    )
  })
})

describe('a text from outside', () => {
  test('is cleaned only of half surrogates and NULs', () => {
    expect(cleanText(`a${HALF}b\0c${FAMILY}\u202e`)).toBe(`a\ufffdbc${FAMILY}\u202e`)
    expect(isSound(cleanText(`${HALF}\0`))).toBe(true)
  })

  test('that is a name loses bidi controls, and keeps the joiners of emoji', () => {
    expect(cleanName(`\u202aAna\u202e ${FAMILY}\u2066\u2069\0`)).toBe(`Ana ${FAMILY}`)
  })

  test('is reported by its path if it cannot be stored', () => {
    const value = { name: 'Ana', list: [{ text: HALF }, { text: 'b\0' }], [`k${HALF}`]: 1, n: null }
    expect(brokenTexts(value).sort()).toEqual(['k\ufffd', 'list.0.text', 'list.1.text'])
    expect(brokenTexts('a\0')).toEqual([''])
    expect(brokenTexts(7)).toEqual([])
  })

  test('is searched at any depth, and the number of reported paths is limited', () => {
    let deep: unknown = HALF
    for (let level = 0; level < 50_000; level += 1) deep = [deep]
    expect(brokenTexts(deep)).toHaveLength(1)
    expect(brokenTexts(Array.from({ length: 1000 }, () => HALF))).toHaveLength(20)
  })
})

describe('a name', () => {
  test('may have its maximum of code points, of any length in UTF-16', () => {
    expect(name.safeParse(EMOJI.repeat(50)).success).toBe(true)
    expect(name.safeParse(EMOJI.repeat(51)).error?.issues).toMatchObject([{ code: 'too_big', maximum: 50 }])
    expect(name.safeParse(' a ').error?.issues).toMatchObject([{ code: 'too_small' }])
  })

  test.each(['\u202a', '\u202e', '\u2066', '\u2069'])('has no bidi control %j', (control) => {
    expect(nameText(1, 100).safeParse(`abc${control}def`).success).toBe(false)
  })

  test('may have emoji with joiners, and direction marks that do not reorder text', () => {
    expect(name.parse(`${FAMILY} \u200fشركة`)).toBe(`${FAMILY} \u200fشركة`)
  })
})
