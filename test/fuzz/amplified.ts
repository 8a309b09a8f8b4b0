import { BIFF } from '@recado/shared/spreadsheets/biff-records'
import { aWorkbook, csv } from '../support/spreadsheets-by-hand.ts'
import { writeCompoundFile } from './compound-writer.ts'

/** A small file that makes a careless reader work without end. */
export interface Amplified {
  what: string
  /** The size at which the file has about the most allowed bytes. */
  most: number
  make(size: number): Promise<Uint8Array> | Uint8Array
}

const LONG = 32_767
const row = (cells: string) => `<row>${cells}</row>`
const CELL = '<c t="s"><v>0</v></c>'
const stringOf = (text: string) => `<si><t>${text}</t></si>`
const sheets = (count: number) => `<sheets>${'<sheet r:id="rId1"/>'.repeat(count)}</sheets>`

export const AMPLIFIED: Amplified[] = [
  {
    what: 'one sheet without rows, listed again and again',
    most: 600_000,
    make: (size) => aWorkbook({ sheets: sheets(size), rows: ' '.repeat(20 * size) }),
  },
  {
    what: 'sheets that no relation has',
    most: 300_000,
    make: (size) =>
      aWorkbook({ sheets: '<sheet r:id="x"/>'.repeat(size), strings: stringOf('x').repeat(size) }),
  },
  {
    what: 'number formats of brackets, used again and again',
    most: 250_000,
    make: (size) =>
      aWorkbook({
        formats: `<numFmt numFmtId="164" formatCode="${'['.repeat(size)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(size)}</cellXfs>`,
      }),
  },
  {
    what: 'number formats of brackets, a lot of them',
    most: 60,
    make: (size) =>
      aWorkbook({ formats: `<numFmt numFmtId="164" formatCode="${'['.repeat(250_000)}"/>`.repeat(size) }),
  },
  {
    what: 'rows of one long blank text',
    most: 3_000,
    make: (size) =>
      aWorkbook({ rows: row(CELL.repeat(256)).repeat(size), strings: stringOf(' '.repeat(LONG)) }),
  },
  {
    what: 'rows of one long text with blanks around it',
    most: 100_000,
    make: (size) =>
      aWorkbook({
        rows: row(CELL.repeat(6)).repeat(size),
        strings: stringOf(`${' '.repeat(LONG / 2)}1${' '.repeat(LONG / 2 - 1)}`),
      }),
  },
  {
    what: 'rows whose number is a long text',
    most: 100_000,
    make: (size) => aWorkbook({ rows: row(CELL).repeat(size), strings: stringOf('１ '.repeat(LONG / 2)) }),
  },
  {
    what: 'a header of long titles',
    most: 200,
    make: (size) =>
      aWorkbook({ rows: row(CELL.repeat(256)).repeat(size), strings: stringOf('é'.repeat(LONG)) }),
  },
  {
    what: 'a cell in the last column of every row',
    most: 100_000,
    make: (size) => aWorkbook({ rows: row('<c r="IV1"><v>1</v></c>').repeat(size) }),
  },
  {
    what: 'a tag of attributes',
    most: 40_000,
    make: (size) => aWorkbook({ rows: row(`<c ${'a="" '.repeat(size)}/>`.repeat(20)) }),
  },
  { what: 'blank rows', most: 1_048_576, make: (size) => aWorkbook({ rows: '<row/>'.repeat(size) }) },
  { what: 'texts of nothing', most: 2_000_000, make: (size) => aWorkbook({ strings: '<si/>'.repeat(size) }) },
  {
    what: 'entities',
    most: 2_000_000,
    make: (size) => aWorkbook({ strings: stringOf('&lt;'.repeat(size)) }),
  },
  {
    what: 'a sheet without rows, listed again and again in an .xls',
    most: 700_000,
    make: (size) =>
      xls({
        sheets: Array(size).fill(0),
        sheet: record(0x0200, Buffer.alloc(8)).toString('latin1').repeat(size),
      }),
  },
  {
    what: 'sheets within sheets in an .xls',
    most: 500_000,
    make: (size) =>
      xls({
        sheets: Array.from({ length: size }, (_, index) => index * BEGINNING.length),
        sheet: BEGINNING.toString('latin1').repeat(size) + END.toString('latin1').repeat(size),
      }),
  },
  {
    what: 'a record that goes on in nothing',
    most: 4_500_000,
    make: (size) =>
      xls({ globals: record(BIFF.sharedStrings, Buffer.alloc(8)), repeated: [record(BIFF.continue), size] }),
  },
  {
    what: 'a record that goes on byte by byte',
    most: 3_600_000,
    make: (size) =>
      xls({
        globals: record(BIFF.sharedStrings, Buffer.alloc(8, 0xff)),
        repeated: [record(BIFF.continue, Buffer.from([0])), size],
      }),
  },
  {
    what: 'cell formats of one long number format',
    most: 2_000_000,
    make: (size) =>
      xls({
        globals: numberFormat(8_000),
        repeated: [record(BIFF.cellFormat, Buffer.from([0, 0, 164, 0])), size],
      }),
  },
  {
    what: 'a cell in the last column of every row of an .xls',
    most: 65_536,
    make: (size) => xls({ sheet: Array.from({ length: size }, (_, line) => cell(line, 255)).join('') }),
  },
  {
    what: 'cells of one long blank text in an .xls',
    most: 1_000_000,
    make: (size) =>
      xls({
        globals: record(
          BIFF.sharedStrings,
          Buffer.concat([words(1, 1), Buffer.from([0xf0, 0x1f, 0]), Buffer.alloc(8_176, 0x20)]),
        ),
        sheet: Array.from({ length: size }, (_, index) => cell(index >> 4, index & 15)).join(''),
      }),
  },
  { what: 'a list of sectors that ends in itself', most: 40_000, make: endlessList },
  ...[
    ',',
    ';',
    '"',
    '""',
    '"a',
    'a"',
    '\n',
    '\r',
    ' ',
    'a',
    '1,',
    '",',
    '="',
    '\u00a0',
    'é',
    '[',
    '&',
    '1\n',
  ].map(
    (text): Amplified => ({
      what: `a text file of ${JSON.stringify(text)}`,
      most: Math.floor(20_000_000 / Buffer.byteLength(text)),
      make: (size) => csv(text.repeat(size)),
    }),
  ),
]

function record(id: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16LE(id)
  header.writeUInt16LE(data.length, 2)
  return Buffer.concat([header, data])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}

const BEGINNING = record(BIFF.beginning, Buffer.from([0, 6, 5, 0]))
const END = record(BIFF.eof)

const numberFormat = (length: number) =>
  record(
    BIFF.numberFormat,
    Buffer.concat([Buffer.from([164, 0, length & 0xff, length >> 8, 0]), Buffer.alloc(length, '[')]),
  )

/** A cell of the first text of the table. */
function cell(line: number, column: number): string {
  const data = Buffer.alloc(10)
  data.writeUInt16LE(line)
  data.writeUInt16LE(column, 2)
  return record(BIFF.labelOfTable, data).toString('latin1')
}

interface Workbook {
  globals?: Buffer
  repeated?: [what: Buffer, times: number]
  /** Offset of each listed sheet from the first. */
  sheets?: number[]
  sheet?: string
}

function xls({ globals = Buffer.alloc(0), repeated, sheets = [0], sheet = '' }: Workbook): Uint8Array {
  const more = repeated ? Buffer.alloc(repeated[0].length * repeated[1], repeated[0]) : Buffer.alloc(0)
  const LISTED = 10
  const start = BEGINNING.length + globals.length + more.length + sheets.length * LISTED + END.length
  const list = Buffer.alloc(sheets.length * LISTED)
  sheets.forEach((place, index) => {
    list.writeUInt16LE(BIFF.sheet, index * LISTED)
    list.writeUInt16LE(LISTED - 4, index * LISTED + 2)
    list.writeUInt32LE(start + place, index * LISTED + 4)
  })
  return writeCompoundFile(
    Buffer.concat([BEGINNING, globals, more, list, END, BEGINNING, Buffer.from(sheet, 'latin1'), END]),
  )
}

/** The last sector of the file has four bytes, which point to itself. */
function endlessList(size: number): Uint8Array {
  const file = Buffer.from(writeCompoundFile(Buffer.alloc(size * 512)))
  const last = file.length / 512 - 1
  file.writeUInt32LE(last, 68)
  file.writeUInt32LE(Math.max(110, Math.floor(file.length / 512)), 44)
  return Buffer.concat([file, words(last)])
}
