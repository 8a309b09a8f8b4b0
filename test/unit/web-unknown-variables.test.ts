import { textsSent } from '@recado/shared/campaigns/contract/texts'
import { fillTemplate } from '@recado/shared/campaigns/message/template'
import { describe, expect, test } from 'vitest'
import { unknownVariables } from '../../web/src/campaigns/start/unknown-variables.ts'
import { aCampaign } from '../support/builders.ts'

const CONTACT = { name: 'Maria', number: '5511912345678', email: '', var1: '', var2: '', var3: '' }

describe('the unknown variables of a message', () => {
  test.for([
    ['Oi {nme}, tudo bem?', ['{nme}']],
    ['{{cidade}} e {{ Cidade }}', ['{{cidade}}', '{{ Cidade }}']],
    ['{saudação}, {número}, {e-mail}', ['{saudação}', '{número}', '{e-mail}']],
    ['{var4} {var_1} {var10}', ['{var4}', '{var_1}', '{var10}']],
    ['{nme} {nome} {nme}', ['{nme}']],
    ['{primeiro nome}, {{ nome completo }}', ['{primeiro nome}', '{{ nome completo }}']],
    ['{nome da empresa} {nome nome}', ['{nome da empresa}', '{nome nome}']],
    [`{${'x'.repeat(41)}}`, [`{${'x'.repeat(41)}}`]],
    ['{constructor} {toString}', ['{constructor}', '{toString}']],
  ] as const)('“%s” has %j', ([text, unknown]) => {
    expect(unknownVariables([text])).toEqual(unknown)
  })

  test.for([
    '{saudacao} {nome} {numero} {email} {var1} {var2} {var3}',
    '{{nome}} {NOME} {{ SauDacao }}',
    '{} { } {{}} {nome',
    '{nome  completo} {primeiro\nnome}',
    '{uma frase entre chaves}',
    `{${'x'.repeat(20)} ${'x'.repeat(20)}}`,
    '{primeira parte, segunda parte}',
    'Sem chaves',
  ])('“%s” has none', (text) => {
    expect(unknownVariables([text])).toEqual([])
  })

  test('stay in the message as they are', () => {
    const text = 'Oi {nme}, {saudação}, {{cidade}}'
    expect(fillTemplate(text, CONTACT, { greeting: 'Bom dia' })).toBe(text)
  })

  test('come from all messages, and from the confirmation questions if they are asked', () => {
    const texts = { message1: '{um}', message5: '{dois} {um}', confirmationMessage2: '{tres}' }
    expect(unknownVariables(textsSent(aCampaign(texts)))).toEqual(['{um}', '{dois}'])
    const asking = aCampaign({ ...texts, confirmation: true })
    expect(unknownVariables(textsSent(asking))).toEqual(['{um}', '{dois}', '{tres}'])
  })
})
