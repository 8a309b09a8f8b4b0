import type { SheetRow } from './cell-text.ts'
import { readCsvRows } from './csv-rows.ts'
import { LIMITS } from './limits.ts'
import { preflight } from './preflight.ts'
import { empty, SpreadsheetError, tooLarge, unreadable } from './spreadsheet-error.ts'
import { readXlsRows } from './xls-rows.ts'
import { readXlsxRows } from './xlsx-rows.ts'

/**
 * The rows of a spreadsheet as texts, from column A, blank rows left out. Reads .xlsx, .xlsm, .xls (Excel 5 to
 * 2003) and text with delimiters; of several sheets the first visible one with anything in it.
 *
 * Dates come as DD/MM/YYYY, formulas as their last result, numbers as stored and not as displayed.
 * @throws SpreadsheetError; what is wrong far below is only found there, when rows were already given.
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  for await (const { cells } of readSheetRows(bytes)) yield cells
}

/**
 * As {@link readRows}, with the number of each row in the sheet. Numbers always rise: an import that stopped goes
 * on behind the last it knows, so that a row with the number of another one is given the next.
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
    // Whatever a broken file makes zlib or a reader of bytes throw is one thing to the user.
    throw error instanceof SpreadsheetError ? error : unreadable('a broken file', error)
  }
  if (count === 0) throw empty('no rows')
}

/** The rows of a file in pieces: what comes from memory is one piece. */
function openRows(bytes: Uint8Array): AsyncIterable<SheetRow[]> | Iterable<SheetRow>[] {
  const kind = preflight(bytes)
  if (kind === 'xlsx') return readXlsxRows(bytes)
  return [kind === 'xls' ? readXlsRows(bytes) : readCsvRows(bytes)]
}
