import { type ContactFields, FIELD_MAX_LENGTH } from '../contact-lists/contact-list-item.ts'
import { fieldText, isCutAt, type SheetRow } from '../spreadsheets/cell-text.ts'
import { readSheetRows } from '../spreadsheets/read-rows.ts'
import { empty, noNumbers } from '../spreadsheets/spreadsheet-error.ts'
import { cleanName } from '../text.ts'
import { withAreaCode } from './area-code.ts'
import type { ContactColumns } from './contact-columns.ts'
import { firstValueOf } from './first-value.ts'
import { fullName } from './full-name.ts'
import type { SheetLayout } from './import.ts'
import { laidOut, withColumns } from './layout.ts'
import { numberOfCell } from './number-cell.ts'

/** The result of a row of a contact spreadsheet. `line` is its number in the sheet, from 1. */
export type ContactRow =
  | { line: number; kind: 'contact'; contact: ContactFields; isShortened?: true }
  | { line: number; kind: 'refused'; reason: 'NUMBER_EMPTY' | 'NUMBER_INVALID'; written: ContactFields }

/**
 * Reads the contacts of a spreadsheet, row by row (specification 3, section 5). A bad row does not affect the others: it
 * is returned as refused, with its reason and its content. The import handles duplicates.
 *
 * Numbers are canonical (a Brazilian mobile has its ninth digit), a contact without a name has its number as
 * name, and texts longer than a contact's fields are cut: the row is then `isShortened`.
 * @param layout the position of the contacts if a user chose it; otherwise it is detected
 * @throws SpreadsheetError if the whole file is refused, possibly after some rows
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
  // A text document, or the wrong sheet: one error for the file is better than one for each row.
  if (anyNumber) return
  throw withoutNumber.length > 0 ? noNumbers('no row has a number') : empty('a header and nothing below it')
}

/** Rows without a number that are held back until a row with a number is found. */
const HELD_BACK = 1000
const INVALID = { ok: false, reason: 'NUMBER_INVALID' } as const
/** In characters. The form of a contact has the same limits. */
const MAX_LENGTHS = {
  name: 50,
  surname: 50,
  email: 254,
  var1: FIELD_MAX_LENGTH,
  var2: FIELD_MAX_LENGTH,
  var3: FIELD_MAX_LENGTH,
} as const
type TextField = keyof typeof MAX_LENGTHS
const TEXT_FIELDS = ['name', 'surname', 'email', 'var1', 'var2', 'var3'] as const

function readContact({ line, cells, errors }: SheetRow, columns: ContactColumns): ContactRow {
  const cellOf = (field: TextField) => cells[columns.get(field) ?? -1]
  const text = (field: TextField) => fieldText(cellOf(field), MAX_LENGTHS[field])
  const numberColumn = columns.get('number') ?? -1
  const failed = errors?.get(numberColumn)
  const written = failed ?? cells[numberColumn] ?? ''
  const areaCode = cells[columns.get('areaCode') ?? -1] ?? ''
  const result = failed === undefined ? numberOfCell(written, areaCode) : INVALID
  const fields = (name: string, number: string): ContactFields => ({
    name,
    number,
    email: firstValueOf(text('email')),
    var1: text('var1'),
    var2: text('var2'),
    var3: text('var3'),
  })
  const whole = fullName(text('name'), text('surname'))
  const name = cleanName(fieldText(whole, MAX_LENGTHS.name))
  if (!result.ok)
    return {
      line,
      kind: 'refused',
      reason: result.reason,
      // The file of refused rows has no column of area codes.
      written: fields(name, withAreaCode(fieldText(written, FIELD_MAX_LENGTH), areaCode)),
    }

  // A new string: a slice would keep the whole piece of the file in memory.
  const number = String(Number(result.number))
  const contact = fields(name || number, number)
  const isShortened =
    isCutAt(whole, MAX_LENGTHS.name) ||
    TEXT_FIELDS.some((field) => isCutAt(cellOf(field), MAX_LENGTHS[field]))
  return { line, kind: 'contact', contact, ...(isShortened && { isShortened }) }
}
