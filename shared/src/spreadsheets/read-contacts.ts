import { type ContactFields, FIELD_MAX_LENGTH } from '../contact-lists/contact-list-item.ts'
import type { SheetLayout } from '../imports/import.ts'
import { cleanName } from '../text.ts'
import { fieldText, type SheetRow } from './cell-text.ts'
import type { ContactColumns } from './contact-columns.ts'
import { laidOut, withColumns } from './layout.ts'
import { numberOfCell } from './number-cell.ts'
import { readSheetRows } from './read-rows.ts'
import { empty, noNumbers } from './spreadsheet-error.ts'

/** What a row of a contact spreadsheet turned out to be. `line` is its number in the sheet, from 1. */
export type ContactRow =
  | { line: number; kind: 'contact'; contact: ContactFields }
  | { line: number; kind: 'refused'; reason: 'NUMBER_EMPTY' | 'NUMBER_INVALID'; written: ContactFields }

/**
 * The contacts of a spreadsheet, row by row (specification 3, section 5). One bad row never loses the others:
 * it comes as refused, with its reason and what was written in it. Duplicates are the import's business.
 *
 * Numbers are canonical (a Brazilian mobile has its ninth digit), a contact without a name has its number as
 * name, and texts longer than a contact's fields are cut.
 * @param layout where the contacts are, where somebody said so; else it is found out
 * @throws SpreadsheetError when the whole file is refused, which may be after some rows.
 */
export async function* readContacts(bytes: Uint8Array, layout?: SheetLayout): AsyncGenerator<ContactRow> {
  const withoutNumber: ContactRow[] = []
  let anyNumber = false
  const rows = readSheetRows(bytes)
  for await (const { row, columns } of layout ? laidOut(rows, layout) : withColumns(rows)) {
    const read = readContact(row, columns)
    anyNumber ||=
      read.kind === 'contact' || read.reason !== 'NUMBER_EMPTY' || withoutNumber.length === HELD_BACK
    if (anyNumber) {
      yield* withoutNumber.splice(0)
      yield read
    } else withoutNumber.push(read)
  }
  // A letter saved as text, or the wrong sheet: better said once than row by row.
  if (anyNumber) return
  throw withoutNumber.length > 0 ? noNumbers('no row has a number') : empty('a header and nothing below it')
}

/** Rows without any number that are waited with, until the file is known to have one. */
const HELD_BACK = 1000
const NAME_MAX_LENGTH = 50
const INVALID = { ok: false, reason: 'NUMBER_INVALID' } as const
const EMAIL_MAX_LENGTH = 254

function readContact({ line, cells, errors }: SheetRow, columns: ContactColumns): ContactRow {
  const text = (field: keyof ContactFields, length: number) =>
    fieldText(cells[columns.get(field) ?? -1], length)
  const numberColumn = columns.get('number') ?? -1
  const failed = errors?.get(numberColumn)
  const written = failed ?? cells[numberColumn] ?? ''
  const result = failed === undefined ? numberOfCell(written) : INVALID
  const fields = (name: string, number: string): ContactFields => ({
    name,
    number,
    email: text('email', EMAIL_MAX_LENGTH),
    var1: text('var1', FIELD_MAX_LENGTH),
    var2: text('var2', FIELD_MAX_LENGTH),
    var3: text('var3', FIELD_MAX_LENGTH),
  })
  const name = cleanName(text('name', NAME_MAX_LENGTH))
  if (!result.ok)
    return {
      line,
      kind: 'refused',
      reason: result.reason,
      written: fields(name, fieldText(written, FIELD_MAX_LENGTH)),
    }

  // A new string: a slice would keep the piece of the file it was cut from in memory as long as itself.
  const number = String(Number(result.number))
  return { line, kind: 'contact', contact: fields(name || number, number) }
}
