import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { SheetRow } from './cell-text.ts'
import { LIMITS } from './limits.ts'
import { tooLarge, unreadable } from './spreadsheet-error.ts'
import { decodeText, detectEncoding } from './text-encoding.ts'

/**
 * The rows of a text file, blank rows left out. The delimiter is found by looking, quotes may be as sloppy as
 * people and programs write them; only one that never closes makes the file unreadable.
 */
export async function* readCsvRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const encoding = detectEncoding(bytes)
  const [beginning = ''] = decodeText(bytes, encoding)
  const { delimiter, skip } = findDelimiter(beginning)
  const parser = Readable.from(decodeText(bytes, encoding)).pipe(
    parse({
      delimiter,
      bom: true,
      from_line: skip + 1,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LIMITS.csvRowLength,
    }),
  )
  let line = skip
  try {
    for await (const record of parser) {
      line += 1
      if (line > LIMITS.declaredRows) throw tooLarge('more rows than a sheet can have')
      const cells = readRecord(record)
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('a text file with broken rows', error.code)
    throw error
  }
}

const DELIMITERS = [';', ',', '\t', '|']
const LINES_LOOKED_AT = 10

/** "sep=;" in the first line is Excel's own way to say it; else what occurs most in the first line with any. */
function findDelimiter(beginning: string): { delimiter: string; skip: number } {
  const declared = /^sep=(.)\r?(?:\n|$)/i.exec(beginning)?.[1]
  if (declared) return { delimiter: declared, skip: 1 }
  for (const line of beginning.split(/\r\n|\n|\r/, LINES_LOOKED_AT)) {
    const unquoted = line.replace(/"[^"]*"?/g, '')
    const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }))
    const most = counts.reduce((best, next) => (next.count > best.count ? next : best))
    if (most.count > 0) return { delimiter: most.delimiter, skip: 0 }
  }
  return { delimiter: ',', skip: 0 }
}

function readRecord(record: unknown): string[] {
  if (!Array.isArray(record)) return []
  return record.slice(0, LIMITS.columns).map((cell) => withoutTextTrick(String(cell)))
}

/** ="5511987654321" keeps Excel from reading a number: the formula is the text in it. */
function withoutTextTrick(cell: string): string {
  return /^="(.*)"$/s.exec(cell)?.[1] ?? cell
}
