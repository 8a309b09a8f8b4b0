import { type ContactFields, FIELD_MAX_LENGTH } from '../contact-lists/contact-list-item.ts'
import { normalizeNumber } from '../contacts/phone-number.ts'
import type { SheetRow } from './cell-text.ts'
import { type ContactColumns, columnsByPosition, columnsOfHeader } from './contact-columns.ts'
import { readSheetRows } from './read-rows.ts'
import { empty } from './spreadsheet-error.ts'

/** What a row of a contact spreadsheet turned out to be. `line` is its number in the sheet, from 1. */
export type ContactRow =
  | { line: number; kind: 'contact'; contact: ContactFields }
  | { line: number; kind: 'refused'; reason: 'NUMBER_EMPTY' | 'NUMBER_INVALID'; cells: string[] }

/**
 * The contacts of a spreadsheet, row by row (specification 3, section 5). One bad row never loses the others:
 * it comes as refused, with its reason and its cells. Duplicates are the import's business.
 *
 * Numbers are canonical (a Brazilian mobile has its ninth digit), a contact without a name has its number as
 * name, and texts longer than a contact's fields are cut.
 * @throws SpreadsheetError when the whole file is refused, which may be after some rows.
 */
export async function* readContacts(bytes: Uint8Array): AsyncGenerator<ContactRow> {
  const withoutNumber: ContactRow[] = []
  let anyNumber = false
  for await (const { row, columns } of withColumns(readSheetRows(bytes))) {
    const read = readContact(row, columns)
    anyNumber ||=
      read.kind === 'contact' || read.reason !== 'NUMBER_EMPTY' || withoutNumber.length === HELD_BACK
    if (anyNumber) {
      yield* withoutNumber.splice(0)
      yield read
    } else withoutNumber.push(read)
  }
  // A letter saved as text, or the wrong sheet: better said once than row by row.
  if (!anyNumber) throw empty('no row has a number')
}

/** Rows without any number that are waited with, until the file is known to have one. */
const HELD_BACK = 1000
/** Rows looked at for a header, which may have a title above it. */
const HEADER_WITHIN = 10
const NAME_MAX_LENGTH = 50
const EMAIL_MAX_LENGTH = 254

interface RowWithColumns {
  row: SheetRow
  columns: ContactColumns
}

/**
 * Finds out which column is which. The header is the first row with a known name, looked for in the first rows
 * down to the first with a phone number; what is above it is a title, and not a contact.
 */
async function* withColumns(rows: AsyncIterable<SheetRow>): AsyncGenerator<RowWithColumns> {
  const first: SheetRow[] = []
  let columns: ContactColumns | undefined
  for await (const row of rows) {
    if (columns) {
      yield { row, columns }
      continue
    }
    const isContact = hasPhoneNumber(row)
    columns = isContact ? undefined : columnsOfHeader(row.cells)
    if (columns) continue
    first.push(row)
    if (!isContact && first.length < HEADER_WITHIN) continue
    columns = columnsByPosition(row.cells)
    yield* pair(first, columns)
  }
  if (!columns) yield* pair(first, columnsByPosition(first.at(-1)?.cells ?? []))
}

function* pair(rows: SheetRow[], columns: ContactColumns): Generator<RowWithColumns> {
  for (const row of rows) yield { row, columns }
}

function hasPhoneNumber({ cells }: SheetRow): boolean {
  return cells.some((cell) => normalizeNumber(cell).ok)
}

function readContact({ line, cells }: SheetRow, columns: ContactColumns): ContactRow {
  const text = (field: keyof ContactFields, length: number) => cut(cells[columns.get(field) ?? -1], length)
  const written = cells[columns.get('number') ?? -1] ?? ''
  const result = normalizeNumber(written)
  if (!result.ok) return { line, kind: 'refused', reason: result.reason, cells }

  // A new string: a slice would keep the piece of the file it was cut from in memory as long as itself.
  const number = String(Number(result.number))
  return {
    line,
    kind: 'contact',
    contact: {
      name: text('name', NAME_MAX_LENGTH) || number,
      number,
      email: text('email', EMAIL_MAX_LENGTH),
      var1: text('var1', FIELD_MAX_LENGTH),
      var2: text('var2', FIELD_MAX_LENGTH),
      var3: text('var3', FIELD_MAX_LENGTH),
    },
  }
}

/** Not in the middle of an emoji. */
function cut(cell: string | undefined, length: number): string {
  const text = (cell ?? '').trim()
  if (text.length <= length) return text
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
