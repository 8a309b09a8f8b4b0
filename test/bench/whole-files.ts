import * as sheetjs from '@e965/xlsx'

/** Reads a file as usual: SheetJS loads all of it into memory. */
export function readWhole(bytes: Uint8Array, least: number): void {
  const { Sheets, SheetNames } = sheetjs.read(bytes)
  const first = Sheets[SheetNames[0] ?? '']
  if (!first || sheetjs.utils.sheet_to_json(first, { header: 1 }).length < least)
    throw new Error('not all rows were read')
}

/** Writes a file from memory as usual, with a text table like Excel's. */
export function writeWhole(rows: string[][]): Uint8Array {
  const book = sheetjs.utils.book_new()
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows), 'Contatos')
  return sheetjs.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true })
}
