/** Limits of a spreadsheet. They bound the memory and time that a hostile file can take. */
export const LIMITS = {
  /** Bytes of the uploaded file. */
  fileBytes: 20 * 1024 * 1024,
  /** Rows with content: the most contacts, and one header. */
  rows: 100_001,
  /** Rows, blank ones included: Excel's own limit. */
  declaredRows: 1_048_576,
  /** Columns that are read. No known column is further right, and a single cell in XFD would fill a row. */
  columns: 256,
  /** Characters kept of a cell: Excel's own limit. */
  cellLength: 32_767,
  /** Files in the zip of an .xlsx. */
  zipEntries: 2_000,
  /** Inflated bytes of all files in the zip. 100,000 long rows take about a third. */
  inflatedBytes: 256 * 1024 * 1024,
  /** Inflated bytes and number of texts of an .xlsx's text table, the only part that is held in memory. */
  sharedStringsBytes: 96 * 1024 * 1024,
  sharedStrings: 2_000_000,
  /** Inflated bytes of each part that describes the workbook (styles, list of sheets). */
  partBytes: 16 * 1024 * 1024,
  /** The highest ratio of inflated to deflated bytes, checked above the floor (bytes). Apache POI has the same rule. */
  inflateRatio: 100,
  inflateRatioFloor: 16 * 1024 * 1024,
  /** Characters of one row of a text file. */
  csvRowLength: 1024 * 1024,
} as const
