import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import type { KeyboardEvent } from 'react'
import { describe, expect, test } from 'vitest'
import { beginningOf } from '../../web/src/quick-replies/list/beginning-of.ts'
import { findReplies } from '../../web/src/quick-replies/menu/find-replies.ts'
import { mentionsIn, noteParts } from '../../web/src/tickets/notes/mentions.ts'
import { typedWord } from '../../web/src/ui/suggestions/typed-word.ts'
import { useSuggestions } from '../../web/src/ui/suggestions/use-suggestions.ts'
import { mounted } from '../support/mounted.ts'

describe('a typed word with a sign', () => {
  test.each([
    ['/', 1, { start: 0, query: '' }],
    ['Oi /Ent', 7, { start: 3, query: 'ent' }],
    ['Oi\n/a', 5, { start: 3, query: 'a' }],
    ['Oi /ent até já', 7, { start: 3, query: 'ent' }],
    ['/a /b', 5, { start: 3, query: 'b' }],
  ])('begins in %j before position %i', (text, caret, word) => {
    expect(typedWord(text, caret, '/')).toEqual(word)
  })

  test.each([
    ['', 0],
    ['Oi', 2],
    ['1/2', 3],
    ['https://a', 9],
    ['/ent é', 6],
    ['/ent', 0],
    ['Oi /ent', 2],
  ])('is none in %j before position %i', (text, caret) => {
    expect(typedWord(text, caret, '/')).toBeUndefined()
  })
})

describe('quick replies for a typed text', () => {
  const aReply = (shortcode: string, message: string): QuickReply => ({
    id: shortcode,
    shortcode,
    message,
    scope: 'user',
    queueIds: [],
    media: null,
    createdAt: '',
    updatedAt: '',
  })
  const replies = [
    aReply('oi', 'Entregamos amanhã'),
    aReply('reentrega', 'Voltamos'),
    aReply('entrega', 'Em dois dias'),
  ]
  const found = (query: string) => findReplies(replies, query).map(({ id }) => id)

  test('come first by the beginning of their shortcode, then by any part of it and by their text', () => {
    expect(found('entrega')).toEqual(['entrega', 'oi', 'reentrega'])
    expect(found('')).toEqual(['oi', 'reentrega', 'entrega'])
    expect(found('voltamos')).toEqual(['reentrega'])
    expect(found('boleto')).toEqual([])
  })

  test('are thirty at most', () => {
    const many = Array.from({ length: 40 }, (_, index) => aReply(`r${index}`, 'Oi'))
    expect(findReplies(many, 'r')).toHaveLength(30)
  })
})

test('the list of quick replies shows the beginning of a long text in whole words', () => {
  expect(beginningOf(' Oi!\n\nTudo  bem? ')).toBe('Oi! Tudo bem?')
  const words = Array.from({ length: 40 }, (_, index) => `palavra${index}`)
  const shown = beginningOf(words.join(' '))
  expect(shown.length).toBeLessThanOrEqual(161)
  expect(words.join(' ').startsWith(`${shown.replace(/…$/, '')} `)).toBe(true)
  expect(beginningOf('x'.repeat(500))).toBe(`${'x'.repeat(160)}…`)
})

describe('the mentions of a note', () => {
  const colleagues = [
    { id: 'U1', name: 'Ana' },
    { id: 'U2', name: 'Ana Lima' },
    { id: 'U3', name: 'João Sá' },
    { id: 'U4', name: 'João Sá' },
  ]
  const mentions = (text: string, picked: string[] = []) => mentionsIn(text, colleagues, new Set(picked))

  test.each([
    ['@Ana veja', ['U1']],
    ['@ana lima, veja', ['U2']],
    ['Veja (@Ana), @Ana Lima!', ['U1', 'U2']],
    ['@Ana @Ana', ['U1']],
    ['@Anabela', []],
    ['ana@Ana', []],
    ['Ana', []],
    ['@', []],
  ])('%j are %j', (text, ids) => {
    expect(mentions(text)).toEqual(ids)
  })

  test('of a name of two colleagues mean the picked one, and without one both', () => {
    expect(mentions('@João Sá', ['U4'])).toEqual(['U4'])
    expect(mentions('@João Sá')).toEqual(['U3', 'U4'])
  })

  test('are parts of the note, and the parts make up the whole text', () => {
    const text = 'Oi @Ana Lima, fale com @João Sá.'
    const parts = noteParts(text, colleagues)
    expect(parts.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual([
      '@Ana Lima',
      '@João Sá',
    ])
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(noteParts('Oi', colleagues)).toEqual([{ text: 'Oi', isMention: false }])
    expect(noteParts('@Ana', [])).toEqual([{ text: '@Ana', isMention: false }])
  })
})

describe('a word for which nothing is found', () => {
  /** A field in which this was typed. */
  async function typed(value: string, tellsNone: boolean) {
    const caret = { selectionStart: value.length, selectionEnd: value.length }
    const field = { value, ...caret } as Partial<HTMLTextAreaElement> as HTMLTextAreaElement
    const list = await mounted(
      (text: string) =>
        useSuggestions({
          sign: '/',
          isEnabled: true,
          text,
          onText: () => undefined,
          fieldRef: { current: field },
          find: (query) => ['oi'].filter((one) => one.startsWith(query)),
          insertionOf: (item: string) => item,
          tellsNone,
        }),
      value,
    )
    await list.after(() => list.answer()?.look())
    /** Presses a key. Answers whether the list took it. */
    const press = async (key: string) => {
      let isTaken: boolean | undefined
      const event = {
        key,
        nativeEvent: {},
        preventDefault: () => undefined,
        stopPropagation: () => undefined,
      }
      await list.after(() => {
        isTaken = list.answer()?.onKeyDown(event as Partial<KeyboardEvent> as KeyboardEvent)
      })
      return isTaken
    }
    return { list, press }
  }

  test('is said to have nothing until Escape or a blank', async () => {
    const { list, press } = await typed('/zzzz', true)
    expect(list.answer()).toMatchObject({ isOpen: false, isNone: true })
    expect([await press('Enter'), await press('ArrowDown')]).toEqual([false, false])
    expect(await press('Escape')).toBe(true)
    expect(list.answer()).toMatchObject({ isNone: false })
    expect(await press('Escape')).toBe(false)
    expect((await typed('/zzzz ', true)).list.answer()).toMatchObject({ isNone: false })
  })

  test('is not said to have nothing if something is found, or in a list that does not say so', async () => {
    expect((await typed('/o', true)).list.answer()).toMatchObject({ isOpen: true, isNone: false })
    const { list, press } = await typed('/zzzz', false)
    expect(list.answer()).toMatchObject({ isOpen: false, isNone: false })
    expect(await press('Escape')).toBe(false)
  })
})
