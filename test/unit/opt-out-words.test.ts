import {
  DEFAULT_OPT_OUT_WORDS,
  isOptOut,
  isReturn,
  PLAIN_REFUSALS,
} from '@recado/shared/contact-blocks/opt-out-words'
import { describe, expect, test } from 'vitest'

describe('an opt-out word', () => {
  test.each(DEFAULT_OPT_OUT_WORDS)('%s counts alone, in any spelling', (word) => {
    for (const said of [word, word.toUpperCase(), `  ${word}!! 🙏`, `«${word}».`])
      expect(isOptOut(said)).toBe(true)
  })

  test.each(['', ' ', '🙏', 'não quero sair', 'sair daqui', 'parar de fumar', 'saiu', '1'])(
    '“%s” does not count',
    (said) => {
      expect(isOptOut(said)).toBe(false)
    },
  )

  test.each(PLAIN_REFUSALS)('“%s” is one in other words, whatever words the company chose', (refusal) => {
    for (const said of [refusal, refusal.toUpperCase(), `${refusal}, 🙏`, `¡${refusal}!`])
      for (const words of [DEFAULT_OPT_OUT_WORDS, ['chega']]) expect(isOptOut(said, words)).toBe(true)
    expect(isReturn(refusal, [refusal])).toBe(false)
  })

  test.each([
    'Não quero mais receber mensagens.',
    'nao quero mais receber mensagens',
    'PARE DE MANDAR MENSAGEM!!!',
  ])('“%s” counts as people write it', (said) => {
    expect(isOptOut(said)).toBe(true)
  })

  test.each(['quero sair do plano', 'não quero mais receber o pedido', 'me tira uma dúvida', 'não quero'])(
    '“%s” is about something else',
    (said) => {
      expect(isOptOut(said)).toBe(false)
    },
  )

  test('may be a company’s own, which replaces the others except the one in campaigns', () => {
    const own = ['Chega', 'não mais', '0', ' ']
    for (const said of ['chega!', 'NAO MAIS', '0', 'Sair']) expect(isOptOut(said, own)).toBe(true)
    for (const said of ['parar', 'stop', '', '!']) expect(isOptOut(said, own)).toBe(false)
    for (const word of ['стоп', '停止', 'إلغاء', 'बंद करो'])
      expect(isOptOut(`«${word}!» 🙏`, [word])).toBe(true)
  })

  test('a text built to be slow is read like any other', () => {
    // The longest text of WhatsApp. Read again from each sign on, one of these would exceed the test's time limit.
    for (const sign of ['.', '،', '👍']) {
      const signs = sign.repeat(65_534 / sign.length)
      expect(isOptOut(`a${signs}a`)).toBe(false)
      expect(isReturn(`a${signs}a`)).toBe(false)
      expect(isOptOut(`${signs}sair`)).toBe(true)
      expect(isOptOut(`sair${signs}`)).toBe(true)
    }
  })
})
