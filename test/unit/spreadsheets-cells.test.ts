import * as sheetJs from '@e965/xlsx'
import { csvRecords } from '@recado/shared/spreadsheets/csv-records'
import { describe, expect, test } from 'vitest'
import { numberText } from '../../shared/src/spreadsheets/cell-text.ts'
import { numberKind } from '../../shared/src/spreadsheets/number-format.ts'
import { aWorkbook, csv, rowsOf } from '../support/spreadsheets-by-hand.ts'

const refusal = (code: string) => expect.objectContaining({ code })
const unreadable = refusal('ERR_SPREADSHEET_UNREADABLE')

/** A text as a file is read: in pieces. */
const inPieces = (text: string, length = 65_536) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  )

describe('a number', () => {
  test.each([
    [5511987654321, '5511987654321'],
    [-7, '-7'],
    [1234.5, '1234,5'],
    [0.1 + 0.2, '0,3'],
    [0.15, '0,15'],
  ])('%d is shown as %s', (value, text) => {
    expect(numberText(value, 'number', false)).toBe(text)
  })

  test.each([
    [45366, 'date', '15/03/2024'],
    [45366.75, 'date', '15/03/2024'],
    [45366.604166, 'date and time', '15/03/2024 14:30'],
    [0.5, 'date and time', '12:00'],
    [1.5, 'time', '36:00'],
    [1, 'date', '01/01/1900'],
    [59, 'date', '28/02/1900'],
    [61, 'date', '01/03/1900'],
    [-1, 'date', '-1'],
    [5511987654321, 'date', '5511987654321'],
  ] as const)('%d as %s is shown as %s', (value, kind, text) => {
    expect(numberText(value, kind, false)).toBe(text)
  })

  test('counts from 1904 in a workbook with that setting', () => {
    expect(numberText(43904, 'date', true)).toBe('15/03/2024')
  })
})

describe('a number format', () => {
  test.each([
    [0, undefined, 'number'],
    [14, undefined, 'date'],
    [22, undefined, 'date and time'],
    [20, undefined, 'time'],
    [164, 'General', 'number'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, 'mmm', 'date'],
    [164, 'mm:ss', 'time'],
    [164, '[h]:mm', 'time'],
    [164, 'd/m/yy h:mm', 'date and time'],
    [164, '"d"0', 'number'],
    [164, '0\\d', 'number'],
    [164, '[Red]0;[Blue]-0', 'number'],
    [164, '[$-416]dd/mmm/yy;@', 'date'],
    [164, '0.00E+00', 'number'],
    [164, '"R$ "#,##0.00', 'number'],
  ] as const)('%d %j makes a %s', (id, code, kind) => {
    expect(numberKind(id, code)).toBe(kind)
  })
})

describe('an .xlsx', () => {
  const row = (cells: string) => `<row r="1">${cells}</row>`

  test('gives the first visible sheet with content', async () => {
    const secondSheet = row('<c t="str"><v>second</v></c>')
    expect(await rowsOf(await aWorkbook({ rows: '<row r="1"/>', secondSheet }))).toEqual([['second']])

    const sheets = '<sheets><sheet state="hidden" r:id="rId1"/><sheet r:id="rId2"/></sheets>'
    const hidden = await aWorkbook({ rows: row('<c t="str"><v>first</v></c>'), secondSheet, sheets })
    expect(await rowsOf(hidden)).toEqual([['second']])
  })

  test('gives booleans in Portuguese and nothing for an error', async () => {
    const cells = '<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="b"><v>0</v></c>'
    expect(await rowsOf(await aWorkbook({ rows: row(cells) }))).toEqual([['VERDADEIRO', '', 'FALSO']])
  })

  test('reads ISO dates', async () => {
    const rows = row('<c t="d"><v>2024-03-15T10:00:00</v></c>')
    expect(await rowsOf(await aWorkbook({ rows }))).toEqual([['15/03/2024']])
  })

  test('leaves out the phonetic guide of Japanese names, in the cell and in the shared strings', async () => {
    const name = '<t>田中</t><rPh><t>タナカ</t></rPh>'
    const rows = row(`<c t="inlineStr"><is>${name}</is></c><c t="s"><v>0</v></c>`)
    expect(await rowsOf(await aWorkbook({ rows, strings: `<si>${name}</si>` }))).toEqual([['田中', '田中']])
  })

  test('joins a text that is split anywhere, entities and all', async () => {
    const long = `<row><c t="str"><v>${'é&amp;'.repeat(5_000)}</v></c></row>`.repeat(40)
    const rows = await rowsOf(await aWorkbook({ rows: long }))
    expect(new Set(rows.map(([text]) => text))).toEqual(new Set(['é&'.repeat(5_000)]))
  })

  test.each([
    ['is cut off', '<row r="1"><c><v>1'],
    ['closes what it did not open', '<row r="1"><c></row></c>'],
    ['uses an entity of its own', '<row r="1"><c t="str"><v>&x;</v></c></row>'],
    ['has a DOCTYPE', '<!DOCTYPE x [<!ENTITY x "y">]><row r="1"><c t="str"><v>a</v></c></row>'],
    ['has an endless tag', `<row x="${'y'.repeat(600_000)}"/>`],
    ['is nested without end', '<row>'.repeat(200)],
  ])('is unreadable if its XML %s', async (_, rows) => {
    await expect(aWorkbook({ rows }).then(rowsOf)).rejects.toEqual(unreadable)
  })

  test('with more rows than a sheet can have is too large', async () => {
    const rows = '<row r="1048577"><c><v>1</v></c></row>'
    await expect(aWorkbook({ rows }).then(rowsOf)).rejects.toEqual(refusal('ERR_SPREADSHEET_TOO_LARGE'))
  })

  test('without content is empty', async () => {
    await expect(aWorkbook({}).then(rowsOf)).rejects.toEqual(refusal('ERR_SPREADSHEET_EMPTY'))
  })
})

test('an .xls gives its first visible sheet', async () => {
  const book = sheetJs.utils.book_new()
  sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet([['hidden']]), 'a')
  sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet([['visible', true, 1.5]]), 'b')
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  const bytes: Buffer = sheetJs.write(book, { type: 'buffer', bookType: 'biff8' })
  expect(await rowsOf(bytes)).toEqual([['visible', 'VERDADEIRO', '1,5']])
})

describe('a text file', () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
  const macRoman = (before: string, letter: number, after: string) =>
    new Uint8Array(Buffer.concat([Buffer.from(before), Buffer.of(letter), Buffer.from(after)]))
  const twoRows = [
    ['nome', 'numero'],
    ['João', '1'],
  ]

  test.each([
    ['semicolons', csv('nome;numero\nJoão;1')],
    ['tabs', csv('nome\tnumero\nJoão\t1')],
    ['a declared delimiter', csv('sep=|\nnome|numero\nJoão|1')],
    ['a blank line', csv('nome,numero\n\nJoão,1\n')],
    ['line ends of all kinds', csv('nome,numero\r\n\rJoão,1\n\n')],
    ['a byte order mark', csv('\ufeffnome,numero\nJoão,1')],
    ['UTF-16 with its mark', utf16('\ufeffnome,numero\nJoão,1')],
    ['UTF-16 without', utf16('nome,numero\nJoão,1')],
    ['Windows-1252', new Uint8Array(Buffer.from('nome,numero\nJoão,1', 'latin1'))],
    ['Mac OS Roman', macRoman('nome,numero\nJo', 0x8b, 'o,1')],
    ['quotes', csv('"nome","numero"\n"João","1"')],
  ])('with %s is read', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual(twoRows)
  })

  test('keeps the dashes and quotes of Windows, which are letters on a Mac', async () => {
    const bytes = Buffer.from('Loja ~ Centro;L^Oréal;^D^', 'latin1')
    const windows = bytes.map((byte) => ({ 126: 0x96, 94: 0x92 })[byte] ?? byte)
    expect(await rowsOf(new Uint8Array(windows))).toEqual([['Loja – Centro', 'L’Oréal', '’D’']])
  })

  test('with the mark of UTF-8 keeps its accents when one byte is broken', async () => {
    const bytes = Buffer.concat([csv('\ufeffnome,numero\nJoão,1\nCon'), Buffer.of(0xe7), csv('a,2')])
    expect(await rowsOf(bytes)).toEqual([...twoRows, ['Con\ufffda', '2']])
  })

  test('may have a comma in the title above its table', async () => {
    expect(await rowsOf(csv('Padaria do João, Ltda\n\nnome;numero\nJoão;1'))).toEqual([
      ['Padaria do João, Ltda'],
      ...twoRows,
    ])
    expect(await rowsOf(csv('Silva, João'))).toEqual([['Silva', ' João']])
  })

  test.each(['#N/D', '#NOME?', '#VALOR!', '#REF!', '#DIV/0!', '#N/A', '#ERROR!', '#¡VALOR!'])(
    'loses the error %s of a formula, so that no message shows it',
    async (error) => {
      expect(await rowsOf(csv(`nome;numero;var1\n${error};11987650001;${error}\nAna;1;#amor`))).toEqual([
        ['nome', 'numero', 'var1'],
        ['', '11987650001', ''],
        ['Ana', '1', '#amor'],
      ])
    },
  )

  test('that is the address book of a phone is refused as a file of another kind', async () => {
    const vcf = 'BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Ana\r\nTEL;CELL:+55 11 98765-0001\r\nEND:VCARD\r\n'
    await expect(rowsOf(csv(vcf))).rejects.toEqual(refusal('ERR_SPREADSHEET_UNSUPPORTED'))
  })

  test('may declare a delimiter that others outnumber', async () => {
    expect(await rowsOf(csv('sep=,\na;b;c,d'))).toEqual([['a;b;c', 'd']])
  })

  test('may have misplaced quotes', async () => {
    expect(await rowsOf(csv('Ana "Nina" Souza,1\n"A ""B"" C",2'))).toEqual([
      ['Ana "Nina" Souza', '1'],
      ['A "B" C', '2'],
    ])
  })

  test.each([
    [
      'that never closes',
      '"Ana,1\nBia,2\n',
      [
        ['"Ana', '1'],
        ['Bia', '2'],
      ],
    ],
    [
      'that never closes, at the end',
      'Bia,2\n"Ana,1',
      [
        ['Bia', '2'],
        ['"Ana', '1'],
      ],
    ],
    [
      'that never closes, in the last column',
      'Ana,"1\r\nBia,2',
      [
        ['Ana', '"1'],
        ['Bia', '2'],
      ],
    ],
    [
      'that is alone',
      '",1\nBia,2',
      [
        ['"', '1'],
        ['Bia', '2'],
      ],
    ],
    [
      'whose next quote opens another cell',
      '"Ana,1\n"Bia, Lia",2\nCaio,"3"\n',
      [
        ['"Ana', '1'],
        ['Bia, Lia', '2'],
        ['Caio', '3'],
      ],
    ],
    [
      'that closes on a later line',
      '"Ana\nMaria",1\nBia,2',
      [
        ['Ana\nMaria', '1'],
        ['Bia', '2'],
      ],
    ],
  ])('with a quote %s keeps all other rows', async (_, text, rows) => {
    expect(await rowsOf(csv(text))).toEqual(rows)
  })

  test('with a quote that does not close within a megabyte keeps all other rows', async () => {
    const others = 200_000
    const rows = csvRecords(
      inPieces(`"Ana,1\n${'Bia,"2"\n'.repeat(3)}${'Bia,22\n'.repeat(others)}"Caio",3\n`),
      ',',
    )
    expect(Array.from(rows).map(([name]) => name)).toEqual([
      '"Ana',
      ...Array<string>(others + 3).fill('Bia'),
      'Caio',
    ])
    const once = csvRecords(inPieces(`"Ana,1\n${'Bia,22\n'.repeat(others)}`), ',')
    expect(Array.from(once)).toHaveLength(others + 1)
    const apart = csvRecords(inPieces(`"Ana,1\n${'Bia,22\n'.repeat(others)}Caio",3\n`), ',')
    expect(Array.from(apart).at(-1)).toEqual(['Caio"', '3'])
  })

  test('of blank lines is empty', async () => {
    await expect(rowsOf(csv('\n \n,,\n'))).rejects.toEqual(refusal('ERR_SPREADSHEET_EMPTY'))
  })
})
