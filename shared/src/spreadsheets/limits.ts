import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '../imports/import.ts'

/** What a spreadsheet may be, so that a hostile one costs neither memory nor minutes. */
export const LIMITS = {
  /** Bytes of the file as it was sent. */
  fileBytes: IMPORT_MAX_BYTES,
  /** Rows with anything in them; one more than contacts, for the header. */
  rows: IMPORT_MAX_ROWS + 1,
  /** Rows and blank lines a sheet may declare: Excel's own number. */
  declaredRows: 1_048_576,
  /** Cells further right are not read: no known column is there, and one cell in XFD would fill a row. */
  columns: 256,
  /** Characters of a cell that are kept: Excel's own number. */
  cellLength: 32_767,
  /** Files in the zip of an .xlsx. */
  zipEntries: 2_000,
  /** Bytes of all files in the zip once inflated. 100,000 long rows take about a third. */
  inflatedBytes: 256 * 1024 * 1024,
  /** The text table of an .xlsx once inflated, in bytes and in texts: it is the one part that stays in memory. */
  sharedStringsBytes: 96 * 1024 * 1024,
  sharedStrings: 2_000_000,
  /** Bytes of each part that describes the workbook (styles, list of sheets) once inflated. */
  partBytes: 16 * 1024 * 1024,
  /** Beyond the floor, in bytes, nothing honest is deflated to less than a hundredth (Apache POI's rule too). */
  inflateRatio: 100,
  inflateRatioFloor: 16 * 1024 * 1024,
  /** Characters of one row of a text file. */
  csvRowLength: 1024 * 1024,
} as const
