import { signatureIn, signed, unsigned } from '@recado/shared/tickets/answering/signature'
import { expect, test } from 'vitest'

const ANA = 'Ana Lima'
const text = (words: string) => ({ type: 'text' as const, text: words })

test('the name above an answer can be told from its words', () => {
  const answer = signed(text('Bom dia'), ANA, 'always', undefined)
  expect(answer).toEqual(text('*Ana:*\nBom dia'))
  expect(signatureIn('*Ana:*\nBom dia', ANA)).toBe('*Ana:*\n')
  expect(unsigned('*Ana:*\nBom dia', ANA)).toBe('Bom dia')
})

test('a heading of the message’s own is part of its words', () => {
  const words = '*Atenção:*\nFechamos às 18h'
  expect(signatureIn(words, ANA)).toBe('')
  expect(unsigned(words, ANA)).toBe(words)
  expect(unsigned(`*Ana:*\n${words}`, ANA)).toBe(words)
})
