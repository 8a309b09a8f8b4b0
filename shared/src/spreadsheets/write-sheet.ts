import { cutText } from '../text.ts'
import { LIMITS } from './limits.ts'
import type { Sheet } from './sheet.ts'
import { writeZip } from './zip-writer.ts'

type SheetToWrite = Pick<Sheet, 'header' | 'rows'>

/**
 * Writes an .xlsx with one sheet. Every cell is text and stays text when it is edited: a text that begins with = + - @
 * is no formula, and a phone number is not rounded.
 */
export function writeSheet(sheet: SheetToWrite): Promise<Uint8Array> {
  return writeZip([
    { path: '[Content_Types].xml', pieces: [CONTENT_TYPES] },
    { path: '_rels/.rels', pieces: [PACKAGE_RELATIONS] },
    { path: 'xl/workbook.xml', pieces: [WORKBOOK] },
    { path: 'xl/_rels/workbook.xml.rels', pieces: [WORKBOOK_RELATIONS] },
    { path: 'xl/styles.xml', pieces: [STYLES] },
    { path: 'xl/worksheets/sheet1.xml', pieces: worksheet(sheet) },
  ])
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

async function* worksheet({ header, rows }: SheetToWrite): AsyncGenerator<string> {
  const columns = `<col min="1" max="${Math.max(1, header.length)}" width="${COLUMN_WIDTH}" style="${TEXT}" customWidth="1"/>`
  let xml = `${XML}<worksheet xmlns="${MAIN}"><cols>${columns}</cols><sheetData>${rowXml(1, header, HEADER)}`
  let line = 1
  for await (const row of rows) {
    line += 1
    xml += rowXml(line, row, TEXT)
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

const CONTENT_TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>
</Types>`

const PACKAGE_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`

const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
<sheets><sheet name="Contatos" sheetId="1" r:id="rId1"/></sheets>
</workbook>`

const WORKBOOK_RELATIONS = `${XML}<Relationships xmlns="${RELATIONS}">
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>
</Relationships>`
