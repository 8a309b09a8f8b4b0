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
    yield { line, cells: record.map(withoutTextTrick) }
  }
}

const DELIMITERS = [';', ',', '\t', '|']
const LINES_LOOKED_AT = 10

/** Excel declares it in the first line as "sep=;". Otherwise the most frequent one in the first line that has any. */
function findDelimiter(beginning: string): { delimiter: string; skip: number } {
  const declared = /^sep=([^"\r\n])\r?(?:\n|$)/i.exec(beginning)?.[1]
  if (declared) return { delimiter: declared, skip: 1 }
  for (const line of beginning.split(/\r\n|\n|\r/, LINES_LOOKED_AT)) {
    const unquoted = line.replace(/"[^"]*"?/g, '')
    const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }))
    const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
    if (most.count > 0) return { delimiter: most.delimiter, skip: 0 }
  }
  return { delimiter: ',', skip: 0 }
}

/** People write ="5511987654321" to keep Excel from reading a number. The value is the quoted text. */
function withoutTextTrick(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1] ?? cell
}
