import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as sheetJs from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readContacts } from '../../shared/src/imports/read-contacts.ts'
import { preflight } from '../../shared/src/spreadsheets/preflight.ts'
import { contactTemplate, writeSheet } from '../../shared/src/spreadsheets/write-sheet.ts'
import { writeZip } from '../../shared/src/spreadsheets/zip-writer.ts'
import { differences, importFile, readSpreadsheet, spreadsheetCases } from '../support/spreadsheets.ts'
import { all, aWorkbook, csv, rowsOf } from '../support/spreadsheets-by-hand.ts'

const contactsOf = (bytes: Uint8Array) => all(readContacts(bytes))
const refusal = (code: string) => expect.objectContaining({ code })

describe.each(Object.entries(Object.groupBy(spreadsheetCases, ({ category }) => category)))(
  '%s',
  (_, cases = []) => {
    test.each(cases)('$what ($file)', async ({ file, expect: only, expectOneOf = [], mustNotContain }) => {
      const outcome = await importFile(readSpreadsheet(file))
      const accepted = only ? [only] : expectOneOf
      const found = accepted.map((expected) => differences(outcome, expected))
      expect(found).toContainEqual([])
      if (mustNotContain) expect(JSON.stringify(outcome)).not.toContain(mustNotContain)
    })
  },
)

test('every spreadsheet has an expected result', () => {
  expect(spreadsheetCases).toHaveLength(191)
  expect(spreadsheetCases.filter((one) => !one.expect && !one.expectOneOf?.length)).toEqual([])
})

describe('hostile files', () => {
  const report = z.object({
    outcomes: z.record(z.string(), z.object({ seconds: z.number(), code: z.string().optional() })),
    peakBytes: z.number(),
  })
  const script = fileURLToPath(new URL('../support/spreadsheets-hostile.ts', import.meta.url))
  const files = spreadsheetCases
    .filter(({ category }) => category === 'hostile' || category === 'odd-shape')
    .map(({ file }) => file)

  test('end within a second each, in little memory, and bombs are refused before inflation', () => {
    const printed = execFileSync(process.execPath, ['--max-old-space-size=64', script, ...files])
    const { outcomes, peakBytes } = report.parse(JSON.parse(printed.toString()))
    expect(Object.keys(outcomes)).toEqual(files)
    expect(Object.values(outcomes).filter(({ seconds }) => seconds > 1)).toEqual([])
    expect(peakBytes).toBeLessThan(150 * 1024 * 1024)
    for (const bomb of ['bomba-planilha.xlsx', 'bomba-tamanho-mentiroso.xlsx', 'diretorio-4gb.xlsx']) {
      expect(outcomes[bomb]).toMatchObject({ code: 'ERR_SPREADSHEET_TOO_LARGE' })
      expect(outcomes[bomb]?.seconds).toBeLessThan(0.1)
    }
  })

  test.each([
    ['senha.xlsx', 'ERR_SPREADSHEET_ENCRYPTED'],
    ['truncado.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['truncado.xls', 'ERR_SPREADSHEET_UNREADABLE'],
    ['xml-quebrado.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['risos.xlsx', 'ERR_SPREADSHEET_UNREADABLE'],
    ['imagem.xls', 'ERR_SPREADSHEET_UNREADABLE'],
    ['vazio.csv', 'ERR_SPREADSHEET_EMPTY'],
    ['so-cabecalho.csv', 'ERR_SPREADSHEET_EMPTY'],
    ['sem-planilhas.xlsx', 'ERR_SPREADSHEET_EMPTY'],
    ['docx.xlsx', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['formato--lo-ods.ods', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['formato--sheetjs-xlsb.xlsb', 'ERR_SPREADSHEET_UNSUPPORTED'],
    ['disfarce--lo-html.xls', 'ERR_SPREADSHEET_UNSUPPORTED'],
  ])('%s is refused with %s', async (file, code) => {
    await expect(contactsOf(readSpreadsheet(file))).rejects.toEqual(refusal(code))
  })

  test('a file over 20 MB is refused by its size', () => {
    expect(() => preflight(new Uint8Array(20 * 1024 * 1024 + 1))).toThrow(
      refusal('ERR_SPREADSHEET_TOO_LARGE'),
    )
  })

  test('a zip of many parts with plausible sizes is refused by their sum', async () => {
    const parts = Array.from({ length: 20 }, (_, at) => ({ path: `part${at}`, pieces: ['x'] }))
    const zip = Buffer.from(await writeZip(parts))
    for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 1)) {
      zip.writeUInt32LE(15 * 1024 * 1024, at + 24)
    }
    expect(() => preflight(zip)).toThrow(refusal('ERR_SPREADSHEET_TOO_LARGE'))
  })

  test('100,000 rows and a header are read, one more is too many', async () => {
    const rows = (count: number) => csv(`nome\n${'x\n'.repeat(count)}`)
    expect(await rowsOf(rows(100_000))).toHaveLength(100_001)
    await expect(rowsOf(rows(100_001))).rejects.toEqual(refusal('ERR_SPREADSHEET_TOO_LARGE'))
  })

  test('a cell in the last column of every row does not fill the memory', async () => {
    const row = '<row><c t="str"><v>x</v></c><c r="XFD1"><v>1</v></c></row>'
    const rows = await rowsOf(await aWorkbook({ rows: row.repeat(50_000) }))
    expect(rows).toHaveLength(50_000)
    expect(rows.every((cells) => cells.length === 1)).toBe(true)
  })

  test('a damaged digit in the zip is detected', async () => {
    const damaged = Uint8Array.from(readSpreadsheet('zip-sem-compressao.xlsx'))
    const at = Buffer.from(damaged).indexOf('5511987650001')
    damaged[at + 12] = 0x32
    await expect(rowsOf(damaged)).rejects.toEqual(refusal('ERR_SPREADSHEET_UNREADABLE'))
  })
})

describe('a file’s format', () => {
  test.each([
    ['simples--lo.xlsx', 'xlsx'],
    ['xlsx-como-csv--openpyxl.csv', 'xlsx'],
    ['xlsx-como-xls--openpyxl.xls', 'xlsx'],
    ['xls-como-xlsx--xlwt.xlsx', 'xls'],
    ['texto-tab.xls', 'csv'],
    ['utf16le.csv', 'csv'],
  ])('of %s is %s, by its bytes', (file, kind) => {
    expect(preflight(readSpreadsheet(file))).toBe(kind)
  })
})

describe('contacts', () => {
  test('a refused row has its line, its reason and its content', async () => {
    const rows = await contactsOf(csv('nome,numero\nAna,11987650001\n\nBia,123\nCaio,\n'))
    expect(rows).toEqual([
      { line: 2, kind: 'contact', contact: aContact({ name: 'Ana', number: '5511987650001' }) },
      {
        line: 4,
        kind: 'refused',
        reason: 'NUMBER_INVALID',
        written: { name: 'Bia', number: '123', email: '', var1: '', var2: '', var3: '' },
      },
      {
        line: 5,
        kind: 'refused',
        reason: 'NUMBER_EMPTY',
        written: { name: 'Caio', number: '', email: '', var1: '', var2: '', var3: '' },
      },
    ])
  })

  test('a row without a name is imported under its number', async () => {
    const [row] = await contactsOf(csv('nome;telefone\n;(11) 98765-0001\n'))
    expect(row).toMatchObject({ contact: { name: '5511987650001', number: '5511987650001' } })
  })

  test('a first row with a phone number is a contact, even when a cell sounds like a header', async () => {
    const rows = await contactsOf(csv('Ana;11987650001;;Telefone\nBia;11987650002;;\n'))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ contact: { name: 'Ana', var1: 'Telefone' } })
  })

  test('common header names are recognised', async () => {
    const rows = await contactsOf(csv('E-mail,Celular,Nome,Var 1\na@exemplo.com,11987650001,Ana,x\n'))
    const contact = aContact({ name: 'Ana', number: '5511987650001', email: 'a@exemplo.com', var1: 'x' })
    expect(rows).toEqual([{ line: 2, kind: 'contact', contact }])
  })

  test('the first of two columns with names of equal meaning is read', async () => {
    const [row] = await contactsOf(csv('nome,telefone,fone\nAna,11987650001,11987650002\n'))
    expect(row).toMatchObject({ contact: { number: '5511987650001' } })
  })

  test('a text longer than its field is cut, and never inside an emoji', async () => {
    const [row] = await contactsOf(
      csv(`numero,nome,var1\n11987650001,${'a'.repeat(49)}😀,${'b'.repeat(1001)}\n`),
    )
    expect(row).toMatchObject({
      contact: { name: `${'a'.repeat(49)}😀`, var1: 'b'.repeat(1000) },
      isShortened: true,
    })
    const [whole] = await contactsOf(csv(`numero,nome\n11987650001,${' '.repeat(90)}${'😀'.repeat(50)}  \n`))
    expect(whole).not.toHaveProperty('isShortened')
  })

  test('a file without any number is refused as a whole', async () => {
    await expect(contactsOf(csv('nome,numero\nAna,\nBia,\n'))).rejects.toEqual(
      refusal('ERR_SPREADSHEET_NO_NUMBERS'),
    )
    await expect(contactsOf(csv('nome,numero\n'))).rejects.toEqual(refusal('ERR_SPREADSHEET_EMPTY'))
  })
})

describe('compared with another reader', () => {
  test.each([
    'ordem--xlsxwriter.xlsx',
    'simples--sheetjs-biff8.xls',
    'unicode--lo-xls.xls',
    'numeros-numericos--openpyxl.xlsx',
    'numeros-numericos--sheetjs-biff5.xls',
    'formulas--gnm.xlsx',
    'injecao--openpyxl.xlsx',
    'linhas-1000--xlwt.xls',
    'colunas-a-mais--lo-xls.xls',
  ])('%s has the same cells', async (file) => {
    const bytes = readSpreadsheet(file)
    const book = sheetJs.read(bytes, { dense: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const rows: unknown[][] = sheetJs.utils.sheet_to_json(sheet ?? {}, {
      header: 1,
      defval: '',
      blankrows: false,
    })
    expect(filled(await rowsOf(bytes))).toEqual(filled(rows))
  })
})

describe('a written sheet', () => {
  const header = ['nome', 'motivo']

  test('is read as it was written', async () => {
    const rows = [
      ['Ana & <Bia> "😀"', 'linha 1\nlinha 2'],
      [' com espaços ', '_x0041_'],
      ['', 'a\r\nb\tc'],
    ]
    expect(await rowsOf(await writeSheet({ header, rows }))).toEqual([header, ...rows])
  })

  test('holds texts only: nothing in it is a formula or a number', async () => {
    const texts = ['=1+1', '+5511987650001', '-2', '@SUM(A1)', '\t=1', '5511987650001', '00123']
    const book = sheetJs.read(await writeSheet({ header, rows: texts.map((text) => [text]) }))
    const cells = texts.map((_, index) => book.Sheets.Contatos?.[`A${index + 2}`])
    expect(cells.map((cell) => ({ type: cell.t, value: cell.v, formula: cell.f }))).toEqual(
      texts.map((value) => ({ type: 's', value, formula: undefined })),
    )
  })

  test('leaves out characters that no spreadsheet can hold', async () => {
    const rows = await rowsOf(await writeSheet({ header, rows: [['a\u0000b\ud800c', 'x'.repeat(40_000)]] }))
    expect(rows[1]).toEqual(['abc', 'x'.repeat(32_767)])
  })

  test('accepts its rows as a stream', async () => {
    async function* rows() {
      for (let index = 0; index < 5_000; index += 1) yield [`Contato ${index}`, '']
    }
    const written = await rowsOf(await writeSheet({ header, rows: rows() }))
    expect(written).toHaveLength(5_001)
    expect(written.at(-1)).toEqual(['Contato 4999'])
  })

  test('begins with the part that tools know its format by, and ends with the types of all parts', async () => {
    const file = Buffer.from(await writeSheet({ header, rows: [] }))
    const paths = ['_rels/.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/workbook.xml']
    const places = [...paths, '[Content_Types].xml'].map((path) => file.indexOf(path))
    expect(places[0]).toBe(30)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  test('continues in further sheets beyond the limit of rows', async () => {
    const written = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => [`Contato ${index}`, ''])
      const book = sheetJs.read(await writeSheet({ header, rows }, 4))
      return book.SheetNames.map((name) =>
        sheetJs.utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1 }).flat(),
      )
    }
    const [first, second] = [0, 3].map((from) => [0, 1, 2].map((index) => `Contato ${from + index}`))
    expect(await written(6)).toEqual([
      [...header, ...(first ?? [])],
      [...header, ...(second ?? [])],
    ])
    expect((await written(7)).map((sheet) => sheet.length)).toEqual([5, 5, 3])
    expect(await written(0)).toEqual([header])
  })

  test('the template has exactly the columns of an import', async () => {
    expect(await rowsOf(await contactTemplate())).toEqual([
      ['nome', 'numero', 'email', 'var1', 'var2', 'var3'],
    ])
  })
})

function aContact(fields: { name: string; number: string; email?: string; var1?: string }) {
  return { email: '', var1: '', var2: '', var3: '', ...fields }
}

/** Rows without the blanks at their ends, which readers count differently. */
function filled(rows: unknown[][]): string[][] {
  return rows.map((cells) => {
    const texts = cells.map((cell) => String(cell).replaceAll('\r\n', '\n'))
    return texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1)
  })
}
