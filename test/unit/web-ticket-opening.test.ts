import { describe, expect, test } from 'vitest'
import { textParts } from '../../web/src/tickets/messages/bubbles/numbers-in.ts'
import { typedPerson } from '../../web/src/tickets/opening/person.ts'
import { canSnoozeUntil, snoozeChoices } from '../../web/src/tickets/snoozing.ts'
import { ZONE } from '../support/web-tickets.ts'

describe('a number in a message', () => {
  const numbersIn = (text: string) => textParts(text).flatMap(({ number }) => number ?? [])

  test.each([
    ['Ligue (11) 98765-4321, por favor', ['5511987654321']],
    ['é o 11987654321.', ['5511987654321']],
    ['+55 11 98765-4321 ou 11 3456-7890', ['5511987654321', '551134567890']],
    ['+1 415 555 2671', ['14155552671']],
  ])('is found in “%s”', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })

  test.each([
    'CPF 123.456.789-09',
    'Boleto 23793.38128 60007.827136 95000.063305 9 75520000019900',
    'Protocolo 20261122-00041',
    'Dia 24/11/2026 às 10:30',
    'R$ 1.234.567,89',
    'pix@11987654321.com',
    '4004-0001',
  ])('is not found in “%s”', (text) => {
    expect(numbersIn(text)).toEqual([])
  })

  test('leaves the text around it as it was', () => {
    const text = 'Fale com 11 98765-4321\nou 21 91234-5678!'
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})

test('a typed text is a number, or a search for a contact', () => {
  expect(typedPerson('11 98765-4321')).toMatchObject({ number: '+5511987654321' })
  expect(typedPerson('+1 415 555 2671')).toMatchObject({ number: '+14155552671' })
  expect(typedPerson('5491123456789')).toMatchObject({ number: '5491123456789' })
  expect(typedPerson('Maria')).toBeUndefined()
  expect(typedPerson('98765')).toBeUndefined()
})

describe('a ticket is put off', () => {
  const untils = (now: string) =>
    snoozeChoices(Date.parse(now), ZONE).map(({ choice, until }) => `${choice} ${until}`)

  test('for an hour, until tomorrow or until Monday at eight in the company’s zone', () => {
    expect(untils('2026-11-25T01:30:00.000Z')).toEqual([
      'hour 2026-11-25T02:30:00.000Z',
      'tomorrow 2026-11-25T11:00:00.000Z',
      'monday 2026-11-30T11:00:00.000Z',
    ])
  })

  test('on a Sunday until tomorrow, which is Monday, and on a Monday until the next one', () => {
    expect(untils('2026-11-29T15:00:00.000Z').map((each) => each.split(' ')[0])).toEqual(['hour', 'tomorrow'])
    expect(untils('2026-11-30T15:00:00.000Z')[2]).toBe('monday 2026-12-07T11:00:00.000Z')
  })

  test('to a time ahead, for 90 days at most', () => {
    const now = Date.parse('2026-11-25T12:00:00.000Z')
    expect(canSnoozeUntil('2026-11-25T12:00:00.000Z', now)).toBe(false)
    expect(canSnoozeUntil('2027-02-23T12:00:00.000Z', now)).toBe(true)
    expect(canSnoozeUntil('2027-02-23T12:00:01.000Z', now)).toBe(false)
  })
})
