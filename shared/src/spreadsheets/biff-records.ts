import { unreadable } from './spreadsheet-error.ts'

/** Record numbers of BIFF, the format within an .xls (MS-XLS 2.3.2). */
export const BIFF = {
  formula: 0x0006,
  eof: 0x000a,
  dateMode: 0x0022,
  password: 0x002f,
  continue: 0x003c,
  codePage: 0x0042,
  sheet: 0x0085,
  multipleRk: 0x00bd,
  richString: 0x00d6,
  cellFormat: 0x00e0,
  sharedStrings: 0x00fc,
  labelOfTable: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolOrError: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  numberFormat: 0x041e,
  beginning: 0x0809,
} as const

export interface BiffRecord {
  id: number
  /** The content, then one block for each CONTINUE record. */
  blocks: [Buffer, ...Buffer[]]
}

/** The most blocks of one record. A full block holds 8 KB: a whole file needs less than a tenth of this. */
const MOST_BLOCKS = 32_768

/**
 * Reads the records of one part of the workbook, from its BOF at `start` to its EOF. Skips charts within a sheet: they
 * have their own BOF and EOF.
 * @returns end of the part
 * @throws SpreadsheetError when the part is cut off.
 */
export function* records(stream: Buffer, start: number): Generator<BiffRecord, number> {
  let depth = 0
  for (let at = start; at + 4 <= stream.length; ) {
    const id = stream.readUInt16LE(at)
    const blocks: [Buffer, ...Buffer[]] = [content(stream, at)]
    at += 4 + blocks[0].length
    while (at + 4 <= stream.length && stream.readUInt16LE(at) === BIFF.continue) {
      const more = content(stream, at)
      if (more.length > 0 && blocks.push(more) > MOST_BLOCKS) throw unreadable('an .xls record without end')
      at += 4 + more.length
    }
    if (id === BIFF.beginning) depth += 1
    if (depth === 0) throw unreadable('an .xls whose part has no beginning')
    if (id === BIFF.eof) depth -= 1
    if (depth === 0) return at
    if (depth === 1) yield { id, blocks }
  }
  throw unreadable('an .xls that is cut off')
}

/** Reads numbers and strings of a record and its CONTINUE blocks. */
export class BlockReader {
  readonly #blocks: Buffer[]
  #index = 0
  #block: Buffer
  #at: number

  constructor([first, ...more]: [Buffer, ...Buffer[]], at = 0) {
    this.#blocks = more
    this.#block = first
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length && this.#index >= this.#blocks.length
  }

  uint8(): number {
    return this.#take(1).readUInt8()
  }

  uint16(): number {
    return this.#take(2).readUInt16LE()
  }

  uint32(): number {
    return this.#take(4).readUInt32LE()
  }

  bytes(count: number): Buffer {
    return this.#take(Math.min(count, this.#block.length - this.#at))
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (this.#at >= this.#block.length) this.#nextBlock()
      const step = Math.min(left, this.#block.length - this.#at)
      this.#at += step
      left -= step
    }
  }

  /**
   * Reads a BIFF8 string behind its length: flags, characters of one or two bytes, fonts and phonetics. If a block ends
   * within the characters, the next block begins with new flags.
   */
  unicode(length: number): string {
    let flags = this.uint8()
    const fonts = flags & 8 ? this.uint16() : 0
    const phonetic = flags & 4 ? this.uint32() : 0
    let text = ''
    for (let left = length; left > 0; ) {
      if (this.#at >= this.#block.length) {
        this.#nextBlock()
        flags = this.uint8()
      }
      const width = flags & 1 ? 2 : 1
      const count = Math.min(left, Math.floor((this.#block.length - this.#at) / width))
      if (count === 0) throw unreadable('an .xls with a broken string')
      text += this.#take(count * width).toString(width === 2 ? 'utf16le' : 'latin1')
      left -= count
    }
    this.skip(fonts * 4 + phonetic)
    return text
  }

  #take(count: number): Buffer {
    if (this.#at >= this.#block.length && count > 0) this.#nextBlock()
    if (this.#at + count > this.#block.length) throw unreadable('an .xls record that is cut off')
    this.#at += count
    return this.#block.subarray(this.#at - count, this.#at)
  }

  #nextBlock(): void {
    const next = this.#blocks[this.#index]
    if (!next) throw unreadable('an .xls record that is cut off')
    this.#index += 1
    this.#block = next
    this.#at = 0
  }
}

function content(stream: Buffer, at: number): Buffer {
  const end = at + 4 + stream.readUInt16LE(at + 2)
  if (end > stream.length) throw unreadable('an .xls that is cut off')
  return stream.subarray(at + 4, end)
}
