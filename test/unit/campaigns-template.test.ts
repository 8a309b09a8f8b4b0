import { TIME_ZONES } from '@recado/shared/calendar/time-zones'
import { fillTemplate, greetingAt } from '@recado/shared/campaigns/message/template'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const MARIA = {
  name: 'Maria',
  number: '5511912345678',
  email: 'maria@exemplo.test',
  var1: 'Plano A',
  var2: '',
  var3: '10/12',
}
const filled = (text: string, contact: Partial<typeof MARIA> = {}) =>
  fillTemplate(text, { ...MARIA, ...contact }, { greeting: 'Bom dia' })

describe('a message with variables', () => {
  test.for([
    ['{nome}', 'Maria'],
    ['{numero}', '5511912345678'],
    ['{email}', 'maria@exemplo.test'],
    ['{var1}, {var3}', 'Plano A, 10/12'],
    ['{saudacao}, {nome}!', 'Bom dia, Maria!'],
    ['{nome}{nome}', 'MariaMaria'],
  ] as const)('“%s” becomes “%s”', ([text, expected]) => {
    expect(filled(text)).toBe(expected)
  })

  test('accepts double and single braces, and leaves none behind', () => {
    expect(filled('{{nome}} e {nome}')).toBe('Maria e Maria')
    expect(filled('{{ nome }} e { nome }')).toBe('Maria e Maria')
  })

  test('accepts names in any case', () => {
    expect(filled('{NOME} {Nome} {{SauDacao}} {VAR1}')).toBe('Maria Maria Bom dia Plano A')
  })

  test('replaces a variable without a value by nothing', () => {
    expect(filled('[{var2}]')).toBe('[]')
    expect(filled('[{{email}}]', { email: '' })).toBe('[]')
  })

  test.for([
    '{cidade}',
    '{{cidade}}',
    '{nome',
    'nome}',
    '{}',
    '{{}}',
    '{nome completo}',
    '{ }',
    '{var4}',
    '{constructor}',
    '{__proto__}',
    '{toString}',
  ])('keeps “%s” unchanged', (text) => {
    expect(filled(text)).toBe(text)
  })

  test('a contact’s value is plain text, not a variable or a pattern', () => {
    expect(filled('{nome}: {var1}', { name: '{email}', var1: '{{nome}}' })).toBe('{email}: {{nome}}')
    expect(filled('{nome}', { name: "$& $1 $` $' $$" })).toBe("$& $1 $` $' $$")
  })

  test('a text without braces stays unchanged, and values are inserted literally', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[{}]/.test(text))
    fc.assert(
      fc.property(plain, plain, fc.string({ unit: 'grapheme' }), (before, after, name) => {
        expect(filled(before + after)).toBe(before + after)
        expect(filled(`${before}{nome}${after}`, { name })).toBe(before + name + after)
        expect(filled(`${before}{{nome}}${after}`, { name })).toBe(before + name + after)
      }),
    )
  })
})

describe('the greeting', () => {
  /** Hours from UTC, by law and without summer time since 2019. Not taken from the code under test. */
  const ZONES = new Map([
    ...['Rio_Branco', 'Eirunepe'].map((city) => [city, -5] as const),
    ...['Manaus', 'Cuiaba', 'Campo_Grande', 'Porto_Velho', 'Boa_Vista'].map((city) => [city, -4] as const),
    ...['Maceio', 'Bahia', 'Fortaleza', 'Sao_Paulo', 'Belem'].map((city) => [city, -3] as const),
    ...['Santarem', 'Recife', 'Araguaina'].map((city) => [city, -3] as const),
    ['Noronha', -2],
  ])

  test('exists for each of the 16 zones of the form', () => {
    expect(TIME_ZONES.map((zone) => zone.replace('America/', '')).sort()).toEqual([...ZONES.keys()].sort())
    expect(new Set(TIME_ZONES).size).toBe(16)
  })

  test.for(TIME_ZONES)('in %s changes at 5, 12 and 18 o’clock local time', (zone) => {
    const offset = ZONES.get(zone.replace('America/', '')) ?? Number.NaN
    for (const day of ['2026-01-15', '2026-07-15']) {
      for (let hour = 0; hour < 24; hour++) {
        const expected = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde'
        const onTheHour = Date.parse(`${day}T00:00:00Z`) + (hour - offset) * 3_600_000
        expect(greetingAt(new Date(onTheHour), zone), `${hour}:00`).toBe(expected)
        expect(greetingAt(new Date(onTheHour + 3_599_999), zone), `${hour}:59`).toBe(expected)
      }
    }
  })
})
