import { namesOf } from '@recado/shared/campaigns/message/sender-name'
import { expect, test } from 'vitest'

test.each([
  ['Padaria Estrela Ltda', 'Olá, aqui é da ESTRELA!'],
  ['Ótica São João', 'otica sao joao: promoção'],
  ['Padaria Estrela Ltda', 'Veja em www.padariaestrela.com.br'],
  ['Loja da Ana', 'Ana por aqui'],
  ['C&A', 'Liquidação na C&A'],
  ['3M do Brasil', 'Novidades da 3M'],
  ['A Loja', 'Venha para a loja!'],
  ['***', 'Oi'],
])('a text names %s: %s', (company, text) => {
  expect(namesOf(company)(text)).toBe(true)
})

test.each([
  ['Padaria Estrela Ltda', 'Pão quente saindo'],
  ['Loja da Ana', 'Visite a nossa loja esta semana'],
  ['Ana', 'Banana em promoção'],
  ['C&A', 'Chegou a coleção'],
  ['3M do Brasil', 'O melhor do Brasil'],
  ['A Loja', 'Lojas abertas'],
])('a text does not name %s: %s', (company, text) => {
  expect(namesOf(company)(text)).toBe(false)
})
