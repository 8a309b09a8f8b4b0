import { firstOf } from '../first-of.ts'
import { fieldText, type SheetRow } from '../spreadsheets/cell-text.ts'
import { readSheetRows } from '../spreadsheets/read-rows.ts'
import { noNumbers } from '../spreadsheets/spreadsheet-error.ts'
import { type ContactColumns, findColumns, HEADER_WITHIN, JUDGED } from './contact-columns.ts'
import { COLUMN_ROLES, type ImportPreview, PREVIEW_ROWS, type SheetLayout } from './import.ts'

interface RowWithColumns {
  row: SheetRow
  columns: ContactColumns
}

/** The first rows, which determine the columns. */
const LOOKED_AT = HEADER_WITHIN + JUDGED

/** The rows from the first contact on, with the columns that somebody chose. */
export async function* laidOut(
  rows: AsyncIterable<SheetRow>,
  { columns: choice, firstLine }: SheetLayout,
): AsyncGenerator<RowWithColumns> {
  const columns: ContactColumns = new Map(
    COLUMN_ROLES.flatMap((role) => {
      const column = choice[role]
      return column === undefined ? [] : [[role, column] as const]
    }),
  )
  for await (const row of rows) if (row.line >= firstLine) yield { row, columns }
}

/** The rows from the first contact on, with the columns of {@link findColumns}. */
export async function* withColumns(rows: AsyncIterable<SheetRow>): AsyncGenerator<RowWithColumns> {
  const first: SheetRow[] = []
  let columns: ContactColumns | undefined
  for await (const row of rows) {
    if (columns) {
      yield { row, columns }
      continue
    }
    first.push(row)
    if (first.length < LOOKED_AT) continue
    const found = findColumns(first)
    columns = found.columns
    yield* pair(first.slice(found.firstRow), columns)
  }
  if (columns) return
  const found = findColumns(first)
  yield* pair(first.slice(found.firstRow), found.columns)
}

function* pair(rows: SheetRow[], columns: ContactColumns): Generator<RowWithColumns> {
  for (const row of rows) yield { row, columns }
}

/** The preview's cells of each row, unless a field has a later column, and characters of each cell. */
const SHOWN = { cells: 20, length: 60 }

/**
 * The first rows of a spreadsheet, with the result of {@link findColumns}.
 * @throws SpreadsheetError if the file cannot be read
 */
export async function previewOf(bytes: Uint8Array): Promise<ImportPreview> {
  const first = await firstRowsOf(bytes)
  const { columns, firstRow, clear } = findColumns(first)
  const shown = Math.max(SHOWN.cells, ...[...columns.values()].map((column) => column + 1))
  return {
    rows: firstOf(first, PREVIEW_ROWS).map(({ line, cells }) => ({
      line,
      cells: firstOf(cells, shown).map((cell) => fieldText(cell, SHOWN.length)),
    })),
    columns: Object.fromEntries(columns),
    firstLine: first[firstRow]?.line ?? (first.at(-1)?.line ?? 0) + 1,
    clear,
  }
}

/**
 * Requires a column of phone numbers. A title is enough: rows below the first ones may have the numbers.
 * @throws SpreadsheetError ERR_SPREADSHEET_NO_NUMBERS if there is none; others if the file cannot be read
 */
export async function requireNumbers(bytes: Uint8Array): Promise<void> {
  const first = await firstRowsOf(bytes)
  const { columns, firstRow, holdsNumbers } = findColumns(first)
  if (holdsNumbers || firstRow >= first.length) return
  if (first.length === LOOKED_AT && columns.has('number') && firstRow > 0) return
  throw noNumbers('no column has phone numbers')
}

async function firstRowsOf(bytes: Uint8Array): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  for await (const row of readSheetRows(bytes)) {
    first.push(row)
    if (first.length === LOOKED_AT) break
  }
  return first
}
