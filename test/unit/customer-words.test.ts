import { DEFAULT_THANKS_WORDS } from '@recado/shared/tickets/contract/desk-settings'
import { isThanks, menuAnswerIn, rateIn } from '@recado/shared/tickets/rules/customer-words'
import { describe, expect, test } from 'vitest'

describe('the words of customers', () => {
  test.each([
    ['5', 5],
    ['5️⃣', 5],
    ['nota 5', 5],
    ['Nota 3.', 3],
    ['5 estrelas', 5],
    ['1 estrela', 1],
    ['⭐⭐⭐', 3],
    ['⭐️ ⭐️', 2],
    ['cinco', 5],
    ['Três!', 3],
    ['0', undefined],
    ['6', undefined],
    ['2500', undefined],
    ['1 pizza', undefined],
    ['5 5', undefined],
    ['⭐⭐⭐⭐⭐⭐', undefined],
    ['', undefined],
  ])('“%s” is the rate %s', (text, rate) => {
    expect(rateIn(text)).toBe(rate)
  })

  test.each([
    ['obrigado', true],
    ['Muito obrigada!', true],
    ['ok, valeu 👍', true],
    ['👍🏽', true],
    ['❤️', true],
    ['🙏🙏🙏', true],
    ['ok, e o boleto?', false],
    ['obrigado muito obrigado mesmo', false],
    ['valeu valeu valeu valeu', false],
    ['não', false],
    ['?', false],
    ['', false],
  ])('“%s” is thanks: %s', (text, wanted) => {
    expect(isThanks(text, DEFAULT_THANKS_WORDS)).toBe(wanted)
  })

  test('a menu answer is a number, a name or “#”', () => {
    const names = ['Pós-venda', '2ª via']
    expect(menuAnswerIn(' # ', names)).toBe('again')
    expect(menuAnswerIn('pos-venda', names)).toEqual({ choice: 0 })
    expect(menuAnswerIn('2', names)).toEqual({ choice: 1 })
    for (const text of ['0', '3', '12 caixas', 'via', '']) expect(menuAnswerIn(text, names)).toBe('unknown')
  })

  test('a text built to be slow is read like any other', () => {
    // The longest text of WhatsApp. Read again from each sign on, one of these would exceed the test's time limit.
    for (const sign of ['.', '،', '👍']) {
      const signs = sign.repeat(65_534 / sign.length)
      expect(rateIn(`a${signs}a`)).toBeUndefined()
      expect(rateIn(`nota 5${signs}`)).toBe(5)
      expect(menuAnswerIn(`a${signs}a`, ['Vendas'])).toBe('unknown')
      expect(menuAnswerIn(`${signs}vendas${signs}`, ['Vendas'])).toEqual({ choice: 0 })
    }
  })
})
