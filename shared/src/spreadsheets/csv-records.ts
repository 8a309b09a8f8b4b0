import { LIMITS } from './limits.ts'
import { unreadable } from './spreadsheet-error.ts'

/**
 * Reads the records of a delimited text that arrives in pieces, blank records included. Accepts RFC 4180, any line
 * ends, and sloppy quotes: a quote opens a cell only at its beginning, and a cell with text behind its closing quote
 * counts as unquoted. A quote that does not close its cell is a character of it, so that it never swallows the next records.
 * Cells to the right of all known columns are dropped.
 * @throws SpreadsheetError for a record that is too long
 */
export function* csvRecords(pieces: Iterable<string>, delimiter: string): Generator<string[]> {
  let rest = ''
  for (const piece of pieces) rest = yield* completeOf(new Reader(rest + piece, delimiter, false))
  yield* completeOf(new Reader(rest, delimiter, true))
}

/** @returns the rest: the beginning of a record that continues in the next piece */
function* completeOf(reader: Reader): Generator<string[], string> {
  for (let record = reader.record(); record; record = reader.record()) yield record
  return reader.rest
}

class Reader {
  readonly #text: string
  readonly #delimiter: number
  /** Whether this is the last piece. */
  readonly #isLast: boolean
  #at = 0

  constructor(text: string, delimiter: string, isLast: boolean) {
    this.#text = text
    this.#delimiter = delimiter.charCodeAt(0)
    this.#isLast = isLast
  }

  get rest(): string {
    return this.#text.slice(this.#at)
  }

  /** The next record; undefined if it does not end within the text. */
  record(): string[] | undefined {
    const begun = this.#at
    if (begun === this.#text.length) return undefined
    const cells: string[] = []
    for (;;) {
      const cell = this.#cell(begun + LIMITS.csvRowLength)
      if (this.#at - begun > LIMITS.csvRowLength) throw unreadable('a text file with an endless row')
      if (cell === undefined) {
        this.#at = begun
        return undefined
      }
      if (cells.length < LIMITS.columns) cells.push(cell)
      const end = this.#text.charCodeAt(this.#at)
      if (end === this.#delimiter) {
        this.#at += 1
        continue
      }
      this.#at += end === RETURN && this.#text.charCodeAt(this.#at + 1) === NEW_LINE ? 2 : 1
      this.#at = Math.min(this.#at, this.#text.length)
      return cells
    }
  }

  /** The next cell; undefined if its end is not in the text. @param limit where its record must end */
  #cell(limit: number): string | undefined {
    const beginning = this.#text.charCodeAt(this.#at) === QUOTE ? this.#quoted(limit) : ''
    if (beginning === undefined) return undefined
    const from = this.#at
    while (this.#at < this.#text.length && !this.#isEnd(this.#text.charCodeAt(this.#at))) this.#at += 1
    // A line end may have two characters, the second in the next piece.
    if (!this.#isLast && this.#at + 1 >= this.#text.length) return undefined
    const unquoted = this.#text.slice(from, this.#at)
    return unquoted === '' ? beginning.slice(1, -1) : beginning + unquoted
  }

  /**
   * A quoted text with its two quotes. Doubled quotes within it become single. '' if the quote does not close the cell;
   * undefined if that is not known yet.
   */
  #quoted(limit: number): string | undefined {
    let text = '"'
    for (let from = this.#at + 1; ; ) {
      const quote = this.#text.indexOf('"', from)
      if (quote === -1 && !this.#isLast && this.#text.length <= limit) return undefined
      if (quote === -1 || quote >= limit) return ''
      text += this.#text.slice(from, quote + 1)
      from = quote + 1
      if (this.#text.charCodeAt(from) !== QUOTE) {
        // On a later line, a quote before other text is the opening one of another cell.
        if (this.#hasTextAt(from) && /[\r\n]/.test(text)) return ''
        this.#at = from
        return text
      }
      from += 1
    }
  }

  #hasTextAt(at: number): boolean {
    return at < this.#text.length && !this.#isEnd(this.#text.charCodeAt(at))
  }

  #isEnd(code: number): boolean {
    return code === this.#delimiter || code === NEW_LINE || code === RETURN
  }
}

const [NEW_LINE, RETURN, QUOTE] = [0x0a, 0x0d, 0x22]
