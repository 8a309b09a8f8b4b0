import { describe, expect, test } from 'vitest'
import { previewOf } from '../../shared/src/imports/layout.ts'
import { numberOfCell } from '../../shared/src/imports/number-cell.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'

const numberIn = (cell: string) => {
  const result = numberOfCell(cell)
  return result.ok ? result.number : result.reason
}

describe('a cell with an address of WhatsApp', () => {
  test.each([
    '5511987650001@c.us',
    '551187650001@c.us',
    ' 5511987650001@s.whatsapp.net ',
    '5511987650001:12@s.whatsapp.net',
    'https://wa.me/5511987650001',
    'http://wa.me/+5511987650001?text=Oi',
    'wa.me/5511987650001',
    'https://api.whatsapp.com/send?phone=5511987650001',
    'https://api.whatsapp.com/send/?text=Oi&phone=%2B5511987650001&app_absent=0',
    'https://web.whatsapp.com/send?phone=5511987650001',
  ])('has the number of “%s”', (cell) => {
    expect(numberIn(cell)).toBe('5511987650001')
  })

  test('has the country of its number: it is never taken for a Brazilian one', () => {
    expect(numberIn('34912345678@c.us')).toBe('34912345678')
    expect(numberIn('https://wa.me/34912345678')).toBe('34912345678')
  })

  test.each([
    '5511987650001@lid',
    '120363041234567890@g.us',
    '5511987650001-1600000000@g.us',
    'status@broadcast',
    'https://wa.me/message/ABCDEF123456',
    'https://wa.me/551198',
    'https://exemplo.test/5511987650001',
    '5511987650001@c.us.exemplo.test',
  ])('has no number in “%s”', (cell) => {
    expect(numberIn(cell)).toBe('NUMBER_INVALID')
  })

  test('counts as a number for its column, and never as an e-mail', async () => {
    const file = csv('JID;Fone\n5511987650001@lid;5511987650001@c.us\n5511987650002@lid;5511987650002@c.us\n')
    expect(await previewOf(file)).toMatchObject({ columns: { number: 1 }, clear: true })
    expect((await previewOf(file)).columns).not.toHaveProperty('email')
  })
})

describe('a cell with several numbers', () => {
  test.each([
    ['(11) 98765-0001 / (21) 98765-0002', '5511987650001'],
    ['11987650001;21987650002', '5511987650001'],
    ['11987650001\n21987650002', '5511987650001'],
    ['11987650001\r\n21987650002', '5511987650001'],
    ['3333-4444 / 11 98765-0001', '5511987650001'],
    ['190; ; 5511987650001@c.us', '5511987650001'],
    ['190 ::: 11987650001', '5511987650001'],
    ['não tem / 11987650001', '5511987650001'],
  ])('gives the first valid one of %j', (cell, number) => {
    expect(numberIn(cell)).toBe(number)
  })

  test.each([
    ['11 98765 / 0001', '5511987650001'],
    ['11/98765-0001', '5511987650001'],
    ['+49 30 901820 / 12', '493090182012'],
  ])('is one number if %j is valid as a whole', (cell, number) => {
    expect(numberIn(cell)).toBe(number)
  })

  test.each(['3333-4444 / 3333-5555', '15/03/2024', ' ; ', 'Ana; Bia', '1;'.repeat(90)])(
    'is refused if no part of %j is a number',
    (cell) => {
      expect(numberIn(cell)).toBe('NUMBER_INVALID')
    },
  )
})
