import { cutText } from '../text.ts'
import { LIMITS } from './limits.ts'
import type { Sheet } from './sheet.ts'
import { type FileToZip, writeZip } from './zip-writer.ts'

interface SheetToWrite extends Pick<Sheet, 'header' | 'rows'> {
  /** The name of the sheet in the file; further sheets have a number after it. */
  tab?: string
}

/**
 * Writes an .xlsx. Every cell is text and stays text when it is edited: a text that begins with = + - @ is no formula, and a
 * phone number is not rounded. Rows beyond Excel's limit stand in further sheets, each with the header.
 * @param limit rows of a sheet, header included
 */
export const writeSheet = (sheet: SheetToWrite, limit: number = LIMITS.declaredRows): Promise<Uint8Array> =>
  writeZip(partsOf(sheet, limit))

/**
 * libmagic knows the format by the first part, so that is `_rels/.rels`. Sheets are written before the parts that name
 * all of them.
 */
async function* partsOf(
  { header, rows, tab = 'Contatos' }: SheetToWrite,
  limit: number,
): AsyncGenerator<FileToZip> {
  yield { path: '_rels/.rels', pieces: [PACKAGE_RELATIONS] }
  yield { path: 'xl/styles.xml', pieces: [STYLES] }
  const after = each(rows)
  const left: RowsLeft = { next: await after.next(), after }
  let sheets = 0
  do {
    sheets += 1
    yield { path: `xl/${sheetPath(sheets)}`, pieces: worksheet(header, left, limit) }
  } while (!left.next.done)
  yield { path: 'xl/workbook.xml', pieces: [workbook(sheets, tab)] }
  yield { path: 'xl/_rels/workbook.xml.rels', pieces: [workbookRelations(sheets)] }
  yield { path: '[Content_Types].xml', pieces: [contentTypes(sheets)] }
}

async function* each(rows: Sheet['rows']): AsyncGenerator<string[]> {
  yield* rows
}

/** The rows that no sheet has yet. The next one is read ahead, so that a further sheet is begun for rows only. */
interface RowsLeft {
  next: IteratorResult<string[]>
  after: AsyncGenerator<string[]>
}

/** The spreadsheet that people fill in (specification 3, section 5): exactly these columns. */
export function contactTemplate(): Promise<Uint8Array> {
  return writeSheet({ header: CONTACT_HEADER, rows: [] })
}

/** The titles of the template's columns, in the order of `COLUMNS_IN_ORDER`. */
export const CONTACT_HEADER = ['nome', 'numero', 'email', 'var1', 'var2', 'var3']

/** Characters of XML passed to the compressor together. */
const PIECE = 64 * 1024
const COLUMN_WIDTH = 22

async function* worksheet(header: string[], left: RowsLeft, limit: number): AsyncGenerator<string> {
  const columns = `<col min="1" max="${Math.max(1, header.length)}" width="${COLUMN_WIDTH}" style="${TEXT}" customWidth="1"/>`
  let xml = `${XML}<worksheet xmlns="${MAIN}"><cols>${columns}</cols><sheetData>${rowXml(1, header, HEADER)}`
  for (let line = 2; line <= limit && !left.next.done; line += 1) {
    xml += rowXml(line, left.next.value, TEXT)
    left.next = await left.after.next()
    if (xml.length < PIECE) continue
    yield xml
    xml = ''
  }
  yield `${xml}</sheetData></worksheet>`
}

function rowXml(line: number, cells: string[], style: number): string {
  let xml = `<row r="${line}">`
  cells.forEach((text, column) => {
    if (text === '') return
    xml += `<c r="${columnName(column)}${line}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
  })
  return `${xml}</row>`
}

/** 0 -> "A", 27 -> "AB". */
function columnName(column: number): string {
  const before = column < 26 ? '' : columnName(Math.floor(column / 26) - 1)
  return before + String.fromCharCode(65 + (column % 26))
}

const SPECIAL = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[0-9a-f]{4}_)/giu
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['_', '_x005F_'],
  ['\t', '\t'],
  ['\n', '\n'],
  ['\r', '_x000D_'],
])

/** Drops characters that XML cannot hold, and cuts long texts: Excel calls a file with a longer text broken. */
function escapeText(text: string): string {
  return cutText(text, LIMITS.cellLength).replace(SPECIAL, (character) => ENTITIES.get(character) ?? '')
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// Excel's format 49 is "@", text. Excel never reads the content of such a cell as a number or formula.
const [TEXT, HEADER] = [1, 2]
const STYLES = `${XML}<styleSheet xmlns="${MAIN}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

const sheetPath = (sheet: number) => `worksheets/sheet${sheet}.xml`

/** A piece of XML for each sheet, counted from 1. */
const forEach = (sheets: number, piece: (sheet: number) => string): string =>
  Array.from({ length: sheets }, (_, index) => piece(index + 1)).join('\n')

const contentTypes = (
  sheets: number,
) => `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
${forEach(sheets, (sheet) => `<Override PartName="/xl/${sheetPath(sheet)}" ContentType="${TYPE}.worksheet+xml"/>`)}
</Types>`

const PACKAGE_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`

const workbook = (sheets: number, tab: string) => `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
<sheets>${forEach(sheets, (sheet) => `<sheet name="${tab}${sheet === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets>
</workbook>`

const workbookRelations = (sheets: number) => `${XML}<Relationships xmlns="${RELATIONS}">
${forEach(sheets, (sheet) => `<Relationship Id="rId${sheet}" Type="${OFFICE}/worksheet" Target="${sheetPath(sheet)}"/>`)}
<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/>
</Relationships>`
