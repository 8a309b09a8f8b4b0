import { firstOf } from '../first-of.ts'
import type { ColumnChoice, ImportPreview, SheetLayout } from '../imports/import.ts'
import { fieldText, type SheetRow } from './cell-text.ts'
import {
  COLUMNS_IN_ORDER,
  type ContactColumns,
  columnsByPosition,
  columnsOfHeader,
} from './contact-columns.ts'
import { numberOfCell } from './number-cell.ts'
import { readSheetRows } from './read-rows.ts'

interface RowWithColumns {
  row: SheetRow
  columns: ContactColumns
}

/** Rows looked at for a header, which may have a title above it. */
const HEADER_WITHIN = 10

/** The rows from the first contact on, with the columns that somebody chose. */
export async function* laidOut(
  rows: AsyncIterable<SheetRow>,
  { columns: choice, firstLine }: SheetLayout,
): AsyncGenerator<RowWithColumns> {
  const columns: ContactColumns = new Map(
    COLUMNS_IN_ORDER.flatMap((field) => {
      const column = choice[field]
      return column === undefined ? [] : [[field, column] as const]
    }),
  )
  for await (const row of rows) if (row.line >= firstLine) yield { row, columns }
}

/**
 * Finds out which column is which. The header is the first row with a known name, looked for in the first rows
 * down to the first with a phone number; what is above it is a title, and not a contact.
 */
export async function* withColumns(rows: AsyncIterable<SheetRow>): AsyncGenerator<RowWithColumns> {
  const first: SheetRow[] = []
  let columns: ContactColumns | undefined
  for await (const row of rows) {
    if (columns) {
      yield { row, columns }
      continue
    }
    const isContact = hasPhoneNumber(row)
    columns = isContact ? undefined : columnsOfHeader(row.cells)
    if (columns) continue
    first.push(row)
    if (!isContact && first.length < HEADER_WITHIN) continue
    columns = columnsByPosition(row.cells)
    yield* pair(first, columns)
  }
  if (!columns) yield* pair(first, columnsByPosition(first.at(-1)?.cells ?? []))
}

function* pair(rows: SheetRow[], columns: ContactColumns): Generator<RowWithColumns> {
  for (const row of rows) yield { row, columns }
}

function hasPhoneNumber({ cells }: SheetRow): boolean {
  return cells.some((cell) => numberOfCell(cell).ok)
}

/** Rows shown of a sheet, the cells of each, and characters of each cell. */
const SHOWN = { rows: 10, cells: 20, length: 60 }
/** Rows of contacts by which it is judged whether the numbers are where they are looked for. */
const JUDGED = 20

/**
 * The beginning of a spreadsheet, and what {@link withColumns} makes of it. `clear`: half of the rows it begins
 * with have a number where it is looked for, so that nobody needs to be asked.
 * @throws SpreadsheetError when the file cannot be read
 */
export async function previewOf(bytes: Uint8Array): Promise<ImportPreview> {
  const first: SheetRow[] = []
  for await (const row of readSheetRows(bytes)) {
    first.push(row)
    if (first.length === HEADER_WITHIN + JUDGED) break
  }
  const read: RowWithColumns[] = []
  for await (const row of withColumns(inTurn(first))) read.push(row)
  const columns: Partial<ColumnChoice> = Object.fromEntries(read[0]?.columns ?? columnsOnly(first))
  const judged = firstOf(read, JUDGED)
  const numbers = judged.filter(({ row }) => numberOfCell(row.cells[columns.number ?? -1] ?? '').ok)
  return {
    rows: firstOf(first, SHOWN.rows).map(({ line, cells }) => ({
      line,
      cells: firstOf(cells, SHOWN.cells).map((cell) => fieldText(cell, SHOWN.length)),
    })),
    columns,
    firstLine: read[0]?.row.line ?? (first.at(-1)?.line ?? 0) + 1,
    clear: numbers.length > 0 && numbers.length * 2 >= judged.length,
  }
}

/** The columns of a sheet that has a header and nothing else. */
const columnsOnly = (rows: SheetRow[]): ContactColumns =>
  rows.map(({ cells }) => columnsOfHeader(cells)).find((columns) => columns !== undefined) ?? new Map()

async function* inTurn<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}
