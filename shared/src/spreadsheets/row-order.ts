import type { SheetRow } from './cell-text.ts'
import { tooLarge } from './spreadsheet-error.ts'

/** Rows at the beginning of a sheet that are put in order whatever their numbers, and characters of them, about. */
const AHEAD = { rows: 2000, characters: 2_000_000 }
/** Characters of rows that stand behind rows with higher numbers, at most: all of them are held in memory. */
const LATE_CHARACTERS = 16_000_000
const FIRST_LINE = 1

/** The rows of a sheet, piece by piece as the file is read. */
type Pieces = AsyncIterable<SheetRow[]>

/**
 * The rows of a sheet by their numbers, in whatever order a program wrote them. The usual sheet is read once, and no
 * more of it than its beginning is held in memory: where a row with number 1 stands there, no row can belong above
 * it. Another sheet is read once more to find its late rows first.
 * @param read reads the sheet from its beginning
 * @throws SpreadsheetError where too much of the sheet is out of order
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

/** The rising rows with the late ones where they belong. */
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
