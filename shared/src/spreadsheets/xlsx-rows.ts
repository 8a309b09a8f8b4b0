import { booleanText, isoDateText, numberText, type SheetRow } from './cell-text.ts'
import { LIMITS } from './limits.ts'
import { inOrder } from './row-order.ts'
import { tooLarge } from './spreadsheet-error.ts'
import { openWorkbook, type Workbook, withoutEscapes } from './xlsx-workbook.ts'
import { eachAttribute, type XmlListener, XmlScanner } from './xml-scanner.ts'
import { inflate, openZip, type ZipEntry } from './zip-archive.ts'

/**
 * Reads the rows of an .xlsx in pieces, without blank rows, from the first visible sheet with content. Only the text
 * table is held in memory as a whole; the sheet is inflated and read piece by piece.
 */
export async function* readXlsxRows(bytes: Uint8Array): AsyncGenerator<SheetRow[]> {
  const workbook = await openWorkbook(openZip(bytes))
  for (const sheet of workbook.sheets) {
    let any = false
    for await (const rows of inOrder(() => rowsAsWritten(workbook, sheet))) {
      any ||= rows.length > 0
      yield rows
    }
    if (any) return
  }
}

/** The rows of a sheet in the order of its XML. */
async function* rowsAsWritten(workbook: Workbook, sheet: ZipEntry): AsyncGenerator<SheetRow[]> {
  const listener = new SheetListener(workbook)
  const scanner = new XmlScanner(listener)
  for await (const piece of inflate(sheet)) {
    scanner.write(piece)
    yield listener.takeRows()
  }
  scanner.end()
}

/** Collects rows from the tags of a worksheet part. */
class SheetListener implements XmlListener {
  readonly #workbook: Workbook
  #rows: SheetRow[] = []
  #inSheet = false
  #line = 0
  #cells: string[] = []
  #errors: Map<number, string> | undefined
  #blank = true
  #column = -1
  #type = ''
  #style = 0
  #text = ''
  #inText = false
  #inPhonetic = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  takeRows(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: string): void {
    if (name === 'sheetData') this.#inSheet = true
    if (!this.#inSheet) return
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v' || name === 't') this.#inText = !this.#inPhonetic
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'rPh') this.#inPhonetic = true
  }

  text(text: string): void {
    if (this.#inText && this.#text.length < LIMITS.cellLength) this.#text += text
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inText = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#inPhonetic = false
    else if (name === 'sheetData') this.#inSheet = false
  }

  #openRow(attributes: string): void {
    this.#line += 1
    eachAttribute(attributes, (name, value) => {
      if (name === 'r') this.#line = Number(value)
    })
    if (!(this.#line <= LIMITS.declaredRows)) throw tooLarge('more rows than a sheet can have')
    this.#cells = []
    this.#errors = undefined
    this.#blank = true
    this.#column = -1
  }

  #openCell(attributes: string): void {
    this.#column += 1
    this.#type = 'n'
    this.#style = 0
    this.#text = ''
    eachAttribute(attributes, (name, value) => {
      if (name === 'r') this.#column = columnOf(value)
      else if (name === 's') this.#style = Number(value)
      else if (name === 't') this.#type = value
    })
  }

  #closeCell(): void {
    if (!this.#inSheet || this.#text === '' || this.#column >= LIMITS.columns) return
    if (this.#type === 'e') {
      this.#errors ??= new Map()
      this.#errors.set(this.#column, this.#text)
      return
    }
    const text = this.#cellText()
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
    // Blank texts of the table are ''.
    if (this.#type === 's' ? text !== '' : text.trim() !== '') this.#blank = false
  }

  #closeRow(): void {
    if (!this.#inSheet || (this.#blank && !this.#errors)) return
    const errors = this.#errors && { errors: this.#errors }
    this.#rows.push({ line: this.#line, cells: this.#cells, ...errors })
  }

  #cellText(): string {
    const text = this.#text
    if (this.#type === 's') return this.#workbook.sharedStrings[Number(text)] ?? ''
    if (this.#type === 'str' || this.#type === 'inlineStr') return withoutEscapes(text)
    if (this.#type === 'b') return booleanText(text === '1' || text === 'true')
    if (this.#type === 'd') return isoDateText(text)
    const value = Number(text)
    if (Number.isNaN(value)) return text
    return numberText(value, this.#workbook.kinds[this.#style] ?? 'number', this.#workbook.date1904)
  }
}

/** "AB12" -> 27. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
