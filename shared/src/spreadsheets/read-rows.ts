import type { SheetRow } from './cell-text.ts'
import { readCsvRows } from './csv-rows.ts'
import { LIMITS } from './limits.ts'
import { preflight } from './preflight.ts'
import { empty, SpreadsheetError, tooLarge, unreadable } from './spreadsheet-error.ts'
import { readXlsRows } from './xls-rows.ts'
import { readXlsxRows } from './xlsx-rows.ts'

/**
 * Reads the rows of a spreadsheet as texts, from column A, without blank rows. Takes .xlsx, .xlsm, .xls (Excel 5 to
 * 2003) and delimited text. If there are several sheets, it takes the first visible one with content.
 *
 * Dates are DD/MM/YYYY, formulas their last result, numbers as stored and not as displayed.
 * @throws SpreadsheetError, possibly after the first rows: a fault far down is found late.
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  for await (const { cells } of readSheetRows(bytes)) yield cells
}

/**
 * Like {@link readRows}, with the number of each row in the sheet. Numbers always rise, because an interrupted import
 * resumes after the last number that it knows. A row with the number of an earlier row gets the next number.
 */
export async function* readSheetRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  let count = 0
  let last = 0
  try {
    for await (const rows of openRows(bytes)) {
      for (const row of rows) {
        count += 1
        if (count > LIMITS.rows) throw tooLarge(`more than ${LIMITS.rows} rows`)
        last = Math.max(last + 1, Math.floor(row.line))
        yield row.line === last ? row : { ...row, line: last }
      }
    }
  } catch (error) {
    // A broken file makes zlib or a reader of bytes throw other errors. Users get one error for all of them.
    throw error instanceof SpreadsheetError ? error : unreadable('a broken file', error)
  }
  if (count === 0) throw empty('no rows')
}

/** The rows of a file in pieces. Rows from memory are one piece. */
function openRows(bytes: Uint8Array): AsyncIterable<SheetRow[]> | Iterable<SheetRow>[] {
  const kind = preflight(bytes)
  if (kind === 'xlsx') return readXlsxRows(bytes)
  return [kind === 'xls' ? readXlsRows(bytes) : readCsvRows(bytes)]
}
