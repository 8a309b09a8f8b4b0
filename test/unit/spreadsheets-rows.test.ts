import * as sheetJs from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readContacts } from '../../shared/src/imports/read-contacts.ts'
import { numberText, type SheetRow } from '../../shared/src/spreadsheets/cell-text.ts'
import { preflight } from '../../shared/src/spreadsheets/preflight.ts'
import { readSheetRows } from '../../shared/src/spreadsheets/read-rows.ts'
import { inOrder } from '../../shared/src/spreadsheets/row-order.ts'
import { all, aWorkbook, csv, rowsOf, withZip64Fields } from '../support/spreadsheets-by-hand.ts'

const refusal = (code: string) => expect.objectContaining({ code })
const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.map(cell).join('')}</row>`
const contactsOf = async (rows: string) => all(readContacts(await aWorkbook({ rows })))
const number = (index: number) => `55119876${String(index).padStart(5, '0')}`

describe('a date with a time', () => {
  test.each([
    [45366.9992, '15/03/2024 23:58'],
    [45366.99999, '15/03/2024 23:59'],
    [45366.999999, '15/03/2024 23:59'],
    [45366.9999999, '15/03/2024 23:59'],
    [45366.9999999999, '16/03/2024 00:00'],
    [45367, '16/03/2024 00:00'],
    [45366.604166, '15/03/2024 14:30'],
    [2958465.75, '31/12/9999 18:00'],
  ])('%d is shown as %s: its time and its date are of the same day', (serial, text) => {
    expect(numberText(serial, 'date and time', false)).toBe(text)
  })

  test.each([
    [0.99999, 'time', '23:59'],
    [0.99999, 'date and time', '23:59'],
    [1.99999, 'time', '47:59'],
    [1.5, 'time', '36:00'],
    [0.6041666666666666, 'time', '14:30'],
  ] as const)('%d as %s is shown as %s, never as 24:00', (serial, kind, text) => {
    expect(numberText(serial, kind, false)).toBe(text)
  })

  test.each([
    [1.5, 'time', '36:00'],
    [43904.99999, 'date and time', '15/03/2024 23:59'],
    [0.5, 'date and time', '12:00'],
  ] as const)('%d as %s is shown as %s in a workbook that counts from 1904', (serial, kind, text) => {
    expect(numberText(serial, kind, true)).toBe(text)
  })
})

describe('rows out of order in the file', () => {
  test('are read by their numbers, also a header at the end of the file', async () => {
    const rows = row(3, 'Bia', number(2)) + row(2, 'Ana', number(1)) + row(1, 'nome', 'numero')
    expect(await contactsOf(rows)).toMatchObject([
      { line: 2, kind: 'contact', contact: { name: 'Ana', number: number(1) } },
      { line: 3, kind: 'contact', contact: { name: 'Bia', number: number(2) } },
    ])
  })

  test('are read by their numbers, in any amount', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => at + 2)
    const data = lines.map((line) => row(line, `Cliente ${line}`, number(line)))
    const read = await contactsOf(data.join('') + row(1, 'nome', 'numero'))
    expect(read.map(({ line, kind }) => [line, kind])).toEqual(lines.map((line) => [line, 'contact']))
    const turned = await contactsOf(
      row(5002, 'x', number(5002)) + data.toReversed().join('') + row(1, 'nome', 'fone'),
    )
    expect(turned.map(({ line }) => line)).toEqual([...lines, 5002])
  })

  test('keep their order if two have the same number', async () => {
    const rows = row(1, 'numero') + row(2, number(1)) + row(2, number(2)) + row(3, number(3))
    expect((await contactsOf(rows)).map(({ line }) => line)).toEqual([2, 3, 4])
  })

  test('are read once without buffering if the sheet begins at its top', async () => {
    let readings = 0
    let given = 0
    async function* sheet(): AsyncGenerator<SheetRow[]> {
      readings += 1
      for (let line = 1; line <= 50_000; line += 1) {
        given = line
        yield [{ line, cells: ['x'] }]
      }
    }
    for await (const [first] of inOrder(sheet)) {
      if (first?.line === 1) expect(given).toBeLessThanOrEqual(2000)
      if (first?.line === 10_000) expect(given).toBe(10_000)
    }
    expect(readings).toBe(1)
  })

  test('are refused if too many are out of order to buffer', async () => {
    async function* sheet(): AsyncGenerator<SheetRow[]> {
      const long = 'x'.repeat(30_000)
      for (let line = 20_000; line > 1; line -= 1) yield [{ line, cells: [long] }]
    }
    await expect(all(inOrder(sheet))).rejects.toEqual(refusal('ERR_SPREADSHEET_TOO_LARGE'))
  })

  test('stop reading when their consumer stops', async () => {
    let isEnded = false
    async function* sheet(): AsyncGenerator<SheetRow[]> {
      try {
        for (let line = 1; line <= 50_000; line += 1) yield [{ line, cells: ['x'] }]
      } finally {
        isEnded = true
      }
    }
    for await (const [first] of inOrder(sheet)) if (first) break
    expect(isEnded).toBe(true)
  })
})

describe('an error in a cell', () => {
  const WRITTEN = [
    ['nome', 'numero'],
    ['Ana', number(1)],
    ['Bia', null],
    ['Caio', ''],
  ]
  const refused = [
    { line: 2, kind: 'contact', contact: { name: 'Ana' } },
    { line: 3, kind: 'refused', reason: 'NUMBER_INVALID', written: { name: 'Bia', number: '#N/A' } },
    { line: 4, kind: 'refused', reason: 'NUMBER_EMPTY', written: { name: 'Caio', number: '' } },
  ]

  test('in the number column of an .xlsx makes the number invalid, not empty', async () => {
    const rows = WRITTEN.map(
      ([name, value], at) =>
        `<row r="${at + 1}">${cell(name ?? '')}${value === null ? '<c t="e"><v>#N/A</v></c>' : cell(value ?? '')}</row>`,
    )
    expect(await contactsOf(rows.join(''))).toMatchObject(refused)
  })

  test.each(['biff8', 'biff5'] as const)(
    'in the number column of an .xls makes the number invalid too (%s)',
    async (bookType) => {
      const book = sheetJs.utils.book_new()
      const sheet = sheetJs.utils.aoa_to_sheet(WRITTEN)
      sheet.B3 = { t: 'e', v: 0x2a }
      sheetJs.utils.book_append_sheet(book, sheet, 'a')
      const bytes = new Uint8Array(sheetJs.write(book, { type: 'array', bookType }))
      expect(await all(readContacts(bytes))).toMatchObject(refused)
    },
  )

  test('in another column is left out of messages', async () => {
    const rows = `${row(1, 'numero', 'nome', 'var1')}<row r="2">${cell(number(1))}<c t="e"><v>#REF!</v></c>${cell('x')}</row>`
    expect(await contactsOf(rows)).toMatchObject([{ contact: { name: number(1), var1: 'x' } }])
  })

  test('alone in a row counts as content', async () => {
    const rows = `${row(1, 'numero')}${row(2, number(1))}<row r="3"><c t="e"><v>#N/A</v></c></row>`
    expect(await contactsOf(rows)).toMatchObject([{ line: 2 }, { line: 3, reason: 'NUMBER_INVALID' }])
  })
})

describe('a nearly empty file', () => {
  test.each(['x', '1', '\n', '\0', 'P'])('of one byte (%j) is not a spreadsheet', async (byte) => {
    expect(() => preflight(csv(byte))).toThrow(refusal('ERR_SPREADSHEET_UNREADABLE'))
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf])],
    ['blank lines', csv('\n\r\n \n')],
    ['separators', csv(';;\n;;\n')],
  ])('of %s is empty', async (_, bytes) => {
    await expect(all(readSheetRows(bytes))).rejects.toEqual(refusal('ERR_SPREADSHEET_EMPTY'))
  })
})

describe('an .xlsx whose zip has its numbers in Zip64 fields', () => {
  test('is read, as Apache POI writes small files so', async () => {
    const zip = withZip64Fields(
      await aWorkbook({ rows: row(1, 'nome', 'numero') + row(2, 'Ana', number(1)) }),
    )
    expect(await rowsOf(zip)).toEqual([
      ['nome', 'numero'],
      ['Ana', number(1)],
    ])
  })

  test('is refused as too large by the sizes in them', async () => {
    const zip = Buffer.from(withZip64Fields(await aWorkbook({ rows: row(1, 'nome') })))
    const header = zip.indexOf('PK\x01\x02')
    zip.writeBigUInt64LE(2n ** 40n, header + 46 + zip.readUInt16LE(header + 28) + 4)
    expect(() => preflight(zip)).toThrow(refusal('ERR_SPREADSHEET_TOO_LARGE'))
  })
})
