import { BIFF, type BiffRecord, BlockReader, records } from './biff-records.ts'
import { booleanText, numberText, type SheetRow } from './cell-text.ts'
import { openCompoundFile } from './compound-file.ts'
import { LIMITS } from './limits.ts'
import { unreadable } from './spreadsheet-error.ts'
import { openXlsWorkbook, type XlsWorkbook } from './xls-workbook.ts'

/** Reads the rows of an .xls without blank rows, from the first visible sheet with content. */
export function* readXlsRows(bytes: Uint8Array): Generator<SheetRow> {
  const streams = openCompoundFile(bytes)
  const stream = (streams.get('workbook') ?? streams.get('book'))?.()
  if (!stream) throw unreadable('an OLE2 file without a workbook')
  const workbook = openXlsWorkbook(stream)
  let unread = stream.length
  for (const start of workbook.sheets) {
    const cells = new SheetCells(workbook)
    unread -= cells.read(records(stream, start)) - start
    let any = false
    for (const row of cells.rows()) {
      any = true
      yield row
    }
    if (any) return
    // The sheets together are longer than the stream only if they overlap. A hostile file could list a million.
    if (unread < 0) throw unreadable('an .xls with sheets within sheets')
  }
}

const WIDTH_OF_RK = 6
const [STRING_RESULT, BOOLEAN_RESULT, ERROR_RESULT, EMPTY_RESULT] = [0, 1, 2, 3]

/** The cells of a row in the order of the file. A single cell far to the right takes no extra memory. */
interface RowOfCells {
  columns: number[]
  texts: string[]
  errors?: Map<number, string>
}

/** Collects the cells of a sheet by row. They may come in any order. */
class SheetCells {
  readonly #workbook: XlsWorkbook
  readonly #rows: RowOfCells[] = []
  /** The formula cell whose text is in the next STRING record. */
  #awaiting: { row: number; column: number } | undefined

  constructor(workbook: XlsWorkbook) {
    this.#workbook = workbook
  }

  /** @returns end of the sheet */
  read(cells: Generator<BiffRecord, number>): number {
    let next = cells.next()
    for (; !next.done; next = cells.next()) this.#readRecord(next.value.id, next.value.blocks)
    return next.value
  }

  *rows(): Generator<SheetRow> {
    for (const [index, row] of this.#rows.entries()) {
      // Rows may be missing.
      if (!row || !(row.errors || row.texts.some((text) => text.trim() !== ''))) continue
      const cells = Array<string>(row.columns.reduce((last, column) => Math.max(last, column), -1) + 1).fill(
        '',
      )
      row.columns.forEach((column, at) => {
        cells[column] = row.texts[at] ?? ''
      })
      yield { line: index + 1, cells, ...(row.errors && { errors: row.errors }) }
    }
  }

  #readRecord(id: number, blocks: BiffRecord['blocks']): void {
    if (!CELL_RECORDS.has(id)) return
    const [data] = blocks
    if (id === BIFF.string) {
      this.#readFormulaText(new BlockReader(blocks))
      return
    }
    const row = data.readUInt16LE(0)
    const column = data.readUInt16LE(2)
    if (id === BIFF.multipleRk) this.#readRkRow(row, column, data)
    else if (id === BIFF.rk) this.#putNumber(row, column, data.readUInt16LE(4), rkValue(data, 6))
    else if (id === BIFF.number) this.#putNumber(row, column, data.readUInt16LE(4), data.readDoubleLE(6))
    else if (id === BIFF.formula) this.#readFormula(row, column, data)
    else if (id === BIFF.labelOfTable) {
      this.#put(row, column, this.#workbook.sharedStrings[data.readUInt32LE(6)] ?? '')
    } else if (id === BIFF.boolOrError) {
      if (data.readUInt8(7) === 0) this.#put(row, column, booleanText(data.readUInt8(6) !== 0))
      else this.#putError(row, column, data.readUInt8(6))
    } else {
      const reader = new BlockReader(blocks, 6)
      this.#put(row, column, this.#workbook.readText(reader, reader.uint16()))
    }
  }

  #readRkRow(row: number, firstColumn: number, data: Buffer): void {
    const count = Math.floor((data.length - WIDTH_OF_RK) / WIDTH_OF_RK)
    for (let index = 0; index < count; index += 1) {
      const at = 4 + index * WIDTH_OF_RK
      this.#putNumber(row, firstColumn + index, data.readUInt16LE(at), rkValue(data, at + 2))
    }
  }

  /** A formula's value is its last result; without a result it has none. */
  #readFormula(row: number, column: number, data: Buffer): void {
    this.#awaiting = undefined
    const result = data.readUInt16LE(12) === 0xffff ? data.readUInt8(6) : undefined
    if (result === undefined) this.#putNumber(row, column, data.readUInt16LE(4), data.readDoubleLE(6))
    else if (result === STRING_RESULT) this.#awaiting = { row, column }
    else if (result === BOOLEAN_RESULT) this.#put(row, column, booleanText(data.readUInt8(8) !== 0))
    else if (result === ERROR_RESULT) this.#putError(row, column, data.readUInt8(8))
    else if (result === EMPTY_RESULT) this.#put(row, column, '')
  }

  #readFormulaText(reader: BlockReader): void {
    if (!this.#awaiting) return
    this.#put(this.#awaiting.row, this.#awaiting.column, this.#workbook.readText(reader, reader.uint16()))
    this.#awaiting = undefined
  }

  #putNumber(row: number, column: number, format: number, value: number): void {
    this.#put(
      row,
      column,
      numberText(value, this.#workbook.kinds[format] ?? 'number', this.#workbook.date1904),
    )
  }

  #putError(row: number, column: number, code: number): void {
    if (column >= LIMITS.columns) return
    this.#rows[row] ??= { columns: [], texts: [] }
    this.#rows[row].errors ??= new Map()
    this.#rows[row].errors.set(column, ERRORS.get(code) ?? '#N/A')
  }

  #put(row: number, column: number, text: string): void {
    if (column >= LIMITS.columns || text === '') return
    this.#rows[row] ??= { columns: [], texts: [] }
    this.#rows[row].columns.push(column)
    this.#rows[row].texts.push(text)
  }
}

/** MS-XLS 2.5.10. */
const ERRORS = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

const CELL_RECORDS = new Set<number>([
  BIFF.formula,
  BIFF.multipleRk,
  BIFF.richString,
  BIFF.labelOfTable,
  BIFF.number,
  BIFF.label,
  BIFF.boolOrError,
  BIFF.string,
  BIFF.rk,
])

/** A number in four bytes: an integer or the top of a double, perhaps times a hundred (MS-XLS 2.5.122). */
function rkValue(data: Buffer, at: number): number {
  const packed = data.readInt32LE(at)
  let value = packed >> 2
  if ((packed & 2) === 0) {
    const double = Buffer.alloc(8)
    double.writeInt32LE(packed & ~3, 4)
    value = double.readDoubleLE()
  }
  return packed & 1 ? value / 100 : value
}
