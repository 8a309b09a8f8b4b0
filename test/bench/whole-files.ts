import * as sheetjs from '@e965/xlsx'

/** SheetJS reads the whole file into memory, as is usually done. */
export function readWhole(bytes: Uint8Array, least: number): void {
  const { Sheets, SheetNames } = sheetjs.read(bytes)
  const first = Sheets[SheetNames[0] ?? '']
  if (!first || sheetjs.utils.sheet_to_json(first, { header: 1 }).length < least)
    throw new Error('not all rows were read')
}

/** And it writes a whole file from memory, with the table of texts that Excel writes too. */
export function writeWhole(rows: string[][]): Uint8Array {
  const book = sheetjs.utils.book_new()
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows), 'Contatos')
  return sheetjs.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true })
}
