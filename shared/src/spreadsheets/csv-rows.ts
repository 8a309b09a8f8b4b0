import type { SheetRow } from './cell-text.ts'
import { csvRecords } from './csv-records.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './spreadsheet-error.ts'
import { decodeText, detectEncoding } from './text-encoding.ts'

/**
 * The rows of a text file, blank rows left out. The delimiter is found by looking, quotes may be as sloppy as
 * people and programs write them; only one that never closes makes the file unreadable.
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

/** "sep=;" in the first line is Excel's own way to say it; else what occurs most in the first line with any. */
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

/** ="5511987654321" keeps Excel from reading a number: the formula is the text in it. */
function withoutTextTrick(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1] ?? cell
}
