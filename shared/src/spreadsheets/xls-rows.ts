import { BIFF, type BiffRecord, BlockReader, records } from './biff-records.ts'
import { booleanText, numberText, type SheetRow } from './cell-text.ts'
import { openCompoundFile } from './compound-file.ts'
import { LIMITS } from './limits.ts'
import { unreadable } from './spreadsheet-error.ts'
import { openXlsWorkbook, type XlsWorkbook } from './xls-workbook.ts'

/** The rows of an .xls, of the first visible sheet that has any; blank rows are left out. */
export function* readXlsRows(bytes: Uint8Array): Generator<SheetRow> {
  const streams = openCompoundFile(bytes)
  const stream = (streams.get('workbook') ?? streams.get('book'))?.()
  if (!stream) throw unreadable('an OLE2 file without a workbook')
  const workbook = openXlsWorkbook(stream)
  for (const start of workbook.sheets) {
    const rows = new SheetCells(workbook).read(records(stream, start))
    if (rows.length === 0) continue
    yield* rows
    return
  }
}

const WIDTH_OF_RK = 6
const [STRING_RESULT, BOOLEAN_RESULT, EMPTY_RESULT] = [0, 1, 3]

/** Puts the cells of a sheet in their rows: they need not come in order. */
class SheetCells {
  readonly #workbook: XlsWorkbook
  readonly #rows: string[][] = []
  /** The formula cell whose text comes in a record of its own. */
  #awaiting: { row: number; column: number } | undefined

  constructor(workbook: XlsWorkbook) {
    this.#workbook = workbook
  }

  read(cells: Iterable<BiffRecord>): SheetRow[] {
    for (const { id, blocks } of cells) this.#readRecord(id, blocks)
    const rows: SheetRow[] = []
    this.#rows.forEach((cells, index) => {
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: index + 1, cells })
    })
    return rows
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

  /** A formula keeps its last result; without one it gives nothing. */
  #readFormula(row: number, column: number, data: Buffer): void {
    this.#awaiting = undefined
    const result = data.readUInt16LE(12) === 0xffff ? data.readUInt8(6) : undefined
    if (result === undefined) this.#putNumber(row, column, data.readUInt16LE(4), data.readDoubleLE(6))
    else if (result === STRING_RESULT) this.#awaiting = { row, column }
    else if (result === BOOLEAN_RESULT) this.#put(row, column, booleanText(data.readUInt8(8) !== 0))
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

  #put(row: number, column: number, text: string): void {
    if (column >= LIMITS.columns) return
    this.#rows[row] ??= []
    const cells = this.#rows[row]
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
}

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
