import type { SheetRow } from './cell-text.ts'
import { tooLarge } from './spreadsheet-error.ts'

/** The beginning of a sheet that is sorted in memory: rows, and approximate characters. */
const AHEAD = { rows: 2000, characters: 2_000_000 }
/** The most characters of late rows (behind a row with a higher number). They are held in memory. */
const LATE_CHARACTERS = 16_000_000
const FIRST_LINE = 1

/** The rows of a sheet in pieces, as the file is read. */
type Pieces = AsyncIterable<SheetRow[]>

/**
 * Sorts the rows of a sheet by number, because some programs write them in another order. A usual sheet has row 1 at
 * its beginning: it is read once, and only the beginning is held in memory. Other sheets are read twice, first to find
 * the late rows.
 * @param read reads the sheet from its beginning
 * @throws SpreadsheetError if too many rows are out of order
 */
export async function* inOrder(read: () => Pieces): AsyncGenerator<SheetRow[]> {
  const pieces = read()[Symbol.asyncIterator]()
  try {
    const { beginning, isWhole } = await beginningOf(pieces)
    const isFromTop = beginning.some(({ line }) => line <= FIRST_LINE)
    const late = isWhole || isFromTop ? [] : await lateRows(read())
    if (late.length > 0) return yield* merged(read(), late.sort(byLine))
    yield beginning.sort(byLine)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  } finally {
    await pieces.return?.()
  }
}

async function beginningOf(
  pieces: AsyncIterator<SheetRow[]>,
): Promise<{ beginning: SheetRow[]; isWhole: boolean }> {
  const beginning: SheetRow[] = []
  let characters = 0
  while (beginning.length < AHEAD.rows && characters < AHEAD.characters) {
    const { done, value } = await pieces.next()
    if (done) return { beginning, isWhole: true }
    for (const row of value) {
      beginning.push(row)
      characters += lengthOf(row)
    }
  }
  return { beginning, isWhole: false }
}

/** Rows that stand behind a row with a higher number. */
async function lateRows(pieces: Pieces): Promise<SheetRow[]> {
  const late: SheetRow[] = []
  let highest = 0
  let characters = 0
  for await (const rows of pieces) {
    for (const row of rows) {
      if (row.line < highest) {
        late.push(row)
        characters += lengthOf(row)
        if (characters > LATE_CHARACTERS) throw tooLarge('more rows out of order than can be put in order')
      } else highest = row.line
    }
  }
  return late
}

/** The rows in order, with the late rows in their places. */
async function* merged(pieces: Pieces, late: SheetRow[]): AsyncGenerator<SheetRow[]> {
  let highest = 0
  let next = 0
  for await (const rows of pieces) {
    const piece: SheetRow[] = []
    for (const row of rows) {
      if (row.line < highest) continue
      highest = row.line
      for (let one = late[next]; one && one.line <= row.line; one = late[next]) {
        piece.push(one)
        next += 1
      }
      piece.push(row)
    }
    yield piece
  }
  yield late.slice(next)
}

const byLine = (one: SheetRow, other: SheetRow) => one.line - other.line

const lengthOf = ({ cells }: SheetRow): number => cells.reduce((sum, { length }) => sum + length + 1, 0)
