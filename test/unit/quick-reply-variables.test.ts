import { quickReplyInput } from '@recado/shared/quick-replies/quick-reply'
import { fillVariables, REPLY_VARIABLES, variableFault } from '@recado/shared/quick-replies/variables'
import { describe, expect, test } from 'vitest'

describe('the variables of a quick reply', () => {
  test.each(REPLY_VARIABLES)('%s is known in single and double braces, in any case, with blanks', (name) => {
    for (const text of [`{${name}}`, `{{${name}}}`, `{ ${name.toUpperCase()} }`])
      expect(variableFault(`a ${text} b`)).toBeUndefined()
  })

  test.each([
    ['{nom}', 'unknown_variable'],
    ['{{ nome completo }}', 'unknown_variable'],
    ['{}', 'unknown_variable'],
    ['{"nome": 1}', 'unknown_variable'],
    ['{toString}', 'unknown_variable'],
    ['Olá {nome', 'unclosed_variable'],
    ['Olá {{nome}', 'unclosed_variable'],
    ['Olá {nome}}', 'unclosed_variable'],
    ['{ {nome}', 'unclosed_variable'],
    ['{', 'unclosed_variable'],
  ])('%s is refused as %s', (text, fault) => {
    expect(variableFault(text)).toBe(fault)
  })

  test.each(['', 'Bom dia :}', 'R$ 10,00 (dez)', 'chave fechada } sozinha'])('%j has no variable', (text) => {
    expect(variableFault(text)).toBeUndefined()
    expect(fillVariables(text, { nome: 'Ana' })).toBe(text)
  })

  test('are replaced by their values, and by nothing where there is no value', () => {
    const text = '{saudacao}, {{ Nome }}! Protocolo {protocolo}, e-mail {email}.'
    const values = { saudacao: 'Bom dia', nome: 'Ana Souza', protocolo: '20261123-00007' }
    expect(fillVariables(text, values)).toBe('Bom dia, Ana Souza! Protocolo 20261123-00007, e-mail .')
  })

  test('keep values with braces and dollar signs as they are', () => {
    expect(fillVariables('{nome}|{fila}', { nome: '{fila} $1 $&', fila: 'Vendas' })).toBe(
      '{fila} $1 $&|Vendas',
    )
  })

  test('leave names alone that are no variables', () => {
    expect(fillVariables('{preco} {constructor}', { nome: 'Ana' })).toBe('{preco} {constructor}')
  })
})

describe('a quick reply', () => {
  const input = { shortcode: 'oi', message: 'Olá, {nome}', scope: 'company' }
  const isTaken = (change: object) => quickReplyInput.safeParse({ ...input, ...change }).success

  test('is accepted with each scope and its queues', () => {
    expect(isTaken({})).toBe(true)
    expect(isTaken({ scope: 'user', queueIds: [] })).toBe(true)
    expect(isTaken({ scope: 'queue', queueIds: ['Q1'] })).toBe(true)
    expect(isTaken({ message: 'a'.repeat(4096) })).toBe(true)
  })

  test.each([
    { shortcode: '' },
    { shortcode: 'Olá' },
    { shortcode: 'a'.repeat(21) },
    { shortcode: 'dois nomes' },
    { message: '   ' },
    { message: 'a'.repeat(4097) },
    { message: '{quem}' },
    { scope: 'all' },
    { scope: 'queue' },
    { scope: 'queue', queueIds: [] },
    { scope: 'company', queueIds: ['Q1'] },
    { mediaId: 'M1' },
    { userId: 'U1' },
  ])('is refused with %j', (change) => {
    expect(isTaken(change)).toBe(false)
  })
})
