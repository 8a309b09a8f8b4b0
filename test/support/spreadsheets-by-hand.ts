import { readRows } from '../../shared/src/spreadsheets/read-rows.ts'
import { writeZip } from '../../shared/src/spreadsheets/zip-writer.ts'

/** A text file. */
export const csv = (text: string) => new TextEncoder().encode(text)

export const rowsOf = (bytes: Uint8Array) => all(readRows(bytes))

export async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = []
  for await (const row of rows) list.push(row)
  return list
}

/** An .xlsx of raw XML: the rows of its first sheet, and optional other parts. */
export function aWorkbook({
  rows = '',
  secondSheet = '',
  formats = '',
  strings = '',
  sheets = SHEETS,
}): Promise<Uint8Array> {
  const sheet = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`
  return writeZip([
    { path: '[Content_Types].xml', pieces: ['<Types/>'] },
    { path: '_rels/.rels', pieces: [relationships(['officeDocument', 'xl/workbook.xml'])] },
    { path: 'xl/_rels/workbook.xml.rels', pieces: [relationships(...PARTS)] },
    { path: 'xl/workbook.xml', pieces: [`<workbook>${sheets}</workbook>`] },
    { path: 'xl/styles.xml', pieces: [`<styleSheet>${formats}</styleSheet>`] },
    { path: 'xl/strings.xml', pieces: [`<sst>${strings}</sst>`] },
    { path: 'xl/sheet1.xml', pieces: [sheet(rows)] },
    { path: 'xl/sheet2.xml', pieces: [sheet(secondSheet)] },
  ])
}

const SHEETS = '<sheets><sheet r:id="rId1"/><sheet r:id="rId2"/></sheets>'
const PARTS: [type: string, target: string][] = [
  ['worksheet', 'sheet1.xml'],
  ['worksheet', 'sheet2.xml'],
  ['styles', 'styles.xml'],
  ['sharedStrings', 'strings.xml'],
]

function relationships(...all: [type: string, target: string][]): string {
  const each = all.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="x/${type}" Target="${target}"/>`,
  )
  return `<Relationships>${each.join('')}</Relationships>`
}

/** A zip whose directory has each number of an entry in the Zip64 field, as some writers do for files of any size. */
export function withZip64Fields(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip)
  const end = bytes.lastIndexOf('PK\x05\x06')
  const directory: Buffer[] = []
  for (let at = bytes.readUInt32LE(end + 16); at < end; ) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const header = Buffer.from(bytes.subarray(at, at + 46 + nameLength))
    const field = Buffer.alloc(4 + 3 * 8)
    field.writeUInt16LE(1, 0)
    field.writeUInt16LE(3 * 8, 2)
    for (const [index, place] of [24, 20, 42].entries()) {
      field.writeBigUInt64LE(BigInt(header.readUInt32LE(place)), 4 + index * 8)
      header.writeUInt32LE(0xffffffff, place)
    }
    header.writeUInt16LE(field.length, 30)
    directory.push(header, field)
    at += 46 + nameLength
  }
  return Buffer.concat([bytes.subarray(0, bytes.readUInt32LE(end + 16)), ...directory, bytes.subarray(end)])
}
