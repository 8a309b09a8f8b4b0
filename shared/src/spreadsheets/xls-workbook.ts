import { TextDecoder } from 'node:util'
import { cutText } from '../text.ts'
import { BIFF, type BiffRecord, BlockReader, records } from './biff-records.ts'
import { unlessBlank } from './cell-text.ts'
import { LIMITS } from './limits.ts'
import { type NumberKind, numberKinds } from './number-format.ts'
import { encrypted, unsupported } from './spreadsheet-error.ts'

/** The first part of an .xls: everything needed to read its sheets. */
export interface XlsWorkbook {
  /** Offsets of the visible sheets in the stream, in the order of their tabs. */
  sheets: number[]
  /** Kinds of numbers by cell format. */
  kinds: NumberKind[]
  date1904: boolean
  sharedStrings: string[]
  /** Reads a string with its two-byte length, in the encoding of this version. */
  readText(reader: BlockReader, length: number): string
}

/**
 * Opens workbooks of Excel 97 to 2003 (BIFF8), and of Excel 5 and 95 (BIFF5), which some programs still write.
 * @throws SpreadsheetError if the file is broken, older, or has a password.
 */
export function openXlsWorkbook(stream: Buffer): XlsWorkbook {
  const globals = new Globals()
  for (const record of records(stream, 0)) globals.read(record)
  return globals.finish()
}

const [BIFF5, BIFF8] = [0x0500, 0x0600]
const VISIBLE_WORKSHEET = 0

class Globals {
  #isBiff8 = true
  #decoder = new TextDecoder('windows-1252')
  #date1904 = false
  readonly #sheets = new Set<number>()
  readonly #formatIds: number[] = []
  readonly #codes = new Map<number, string>()
  #sharedStrings: string[] = []

  finish(): XlsWorkbook {
    return {
      sheets: [...this.#sheets],
      kinds: numberKinds(this.#formatIds, this.#codes),
      date1904: this.#date1904,
      sharedStrings: this.#sharedStrings,
      readText: (reader, length) => this.#text(reader, length),
    }
  }

  read({ id, blocks }: BiffRecord): void {
    const reader = new BlockReader(blocks)
    if (id === BIFF.beginning) this.#readVersion(reader.uint16())
    else if (id === BIFF.password) throw encrypted()
    else if (id === BIFF.codePage) this.#decoder = decoderOf(reader.uint16())
    else if (id === BIFF.dateMode) this.#date1904 = reader.uint16() === 1
    else if (id === BIFF.numberFormat) this.#readFormat(reader)
    else if (id === BIFF.cellFormat) this.#formatIds.push(new BlockReader(blocks, 2).uint16())
    else if (id === BIFF.sheet) this.#readSheet(reader)
    else if (id === BIFF.sharedStrings) this.#sharedStrings = readSharedStrings(reader)
  }

  #readVersion(version: number): void {
    if (version !== BIFF5 && version !== BIFF8) throw unsupported('an .xls older than Excel 5')
    this.#isBiff8 = version === BIFF8
  }

  #readFormat(reader: BlockReader): void {
    const id = reader.uint16()
    this.#codes.set(id, this.#text(reader, this.#isBiff8 ? reader.uint16() : reader.uint8()))
  }

  #readSheet(reader: BlockReader): void {
    const start = reader.uint32()
    if (reader.uint16() === VISIBLE_WORKSHEET) this.#sheets.add(start)
  }

  #text(reader: BlockReader, length: number): string {
    return this.#isBiff8 ? reader.unicode(length) : this.#decoder.decode(reader.bytes(length))
  }
}

function readSharedStrings(reader: BlockReader): string[] {
  reader.skip(4)
  const count = reader.uint32()
  const strings: string[] = []
  while (strings.length < count && !reader.isAtEnd) {
    strings.push(unlessBlank(cutText(reader.unicode(reader.uint16()), LIMITS.cellLength)))
  }
  return strings
}

/** Excel 5 writes in the code page of its Windows or Macintosh. */
function decoderOf(codePage: number): TextDecoder {
  if (codePage === 10_000 || codePage === 32_768) return new TextDecoder('macintosh')
  return new TextDecoder(codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252')
}
