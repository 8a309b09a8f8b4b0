import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { describe, expect, test } from 'vitest'
import { findReplies } from '../../web/src/quick-replies/menu/find-replies.ts'
import { mentionsIn, noteParts } from '../../web/src/tickets/notes/mentions.ts'
import { typedWord } from '../../web/src/ui/suggestions/typed-word.ts'

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
