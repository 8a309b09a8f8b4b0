import type { SheetRow } from './cell-text.ts'
import { csvRecords } from './csv-records.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './spreadsheet-error.ts'
import { decodeText, detectEncoding } from './text-encoding.ts'

/**
 * Reads the rows of a text file without blank rows. Detects the delimiter and accepts sloppy quotes. Only an endless row
 * makes the file unreadable.
 */
export function* readCsvRows(bytes: Uint8Array): Generator<SheetRow> {
  const encoding = detectEncoding(bytes)
  const [beginning = ''] = decodeText(bytes, encoding)
  const { delimiter, skip } = findDelimiter(beginning)
  let line = 0
  for (const record of csvRecords(decodeText(bytes, encoding), delimiter)) {
    line += 1
    if (line > LIMITS.declaredRows) throw tooLarge('more rows than a sheet can have')
    if (line <= skip || record.every((cell) => cell.trim() === '')) continue
    yield rowOf(line, record.map(withoutTextTrick))
  }
}

/** The errors of formulas stand in a text file as texts, in the language of the program. */
function rowOf(line: number, cells: string[]): SheetRow {
  if (!cells.some(isError)) return { line, cells }
  const errors = new Map([...cells.entries()].filter(([, cell]) => isError(cell)))
  return { line, cells: cells.map((cell) => (isError(cell) ? '' : cell)), errors }
}

const isError = (cell: string): boolean => cell.startsWith('#') && ERRORS.has(cell.toUpperCase())

/** Errors of Excel, Google Sheets and LibreOffice in English, Portuguese and Spanish. */
const ERRORS = new Set(
  `#N/A #NAME? #VALUE! #NUM! #NULL! #REF! #DIV/0! #SPILL! #CALC! #ERROR!
  #N/D #NOME? #VALOR! #NÚM! #NULO! #DESPEJAR! #ERRO!
  #¿NOMBRE? #¡VALOR! #¡NUM! #¡NULO! #¡REF! #¡DIV/0! #¡DESBORDAMIENTO! #¡CALC!`.split(/\s+/),
)

const DELIMITERS = [';', ',', '\t', '|']
const LINES_LOOKED_AT = 10

/**
 * Excel declares it in the first line as "sep=;". Otherwise the most frequent one in the first line that has any. A line
 * whose delimiter is not in the next line is a title with a comma in it.
 */
function findDelimiter(beginning: string): { delimiter: string; skip: number } {
  const declared = /^sep=([^"\r\n])\r?(?:\n|$)/i.exec(beginning)?.[1]
  if (declared) return { delimiter: declared, skip: 1 }
  const lines = beginning.split(/\r\n|\n|\r/, LINES_LOOKED_AT).filter((line) => line.trim() !== '')
  const found = lines.map(mostFrequentIn)
  const repeated = found.find(
    (delimiter, at) => delimiter && (lines[at + 1] ?? delimiter).includes(delimiter),
  )
  return { delimiter: repeated ?? found.find((delimiter) => delimiter !== undefined) ?? ',', skip: 0 }
}

function mostFrequentIn(line: string): string | undefined {
  const unquoted = line.replace(/"[^"]*"?/g, '')
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }))
  const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
  return most.count > 0 ? most.delimiter : undefined
}

/** People write ="5511987654321" to keep Excel from reading a number. The value is the quoted text. */
function withoutTextTrick(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1] ?? cell
}
