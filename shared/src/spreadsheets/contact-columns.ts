import type { ContactFields } from '../contact-lists/contact-list-item.ts'

/** In which column, from 0, each field of a contact is; a field that is not there has none. */
export type ContactColumns = ReadonlyMap<keyof ContactFields, number>

/** The columns of the template, and of a file without a header. */
export const COLUMNS_IN_ORDER = ['name', 'number', 'email', 'var1', 'var2', 'var3'] as const

/**
 * The columns that a header row names; nothing when it names none, so that it is no header. Case, accents,
 * spaces and punctuation do not count; of two columns with one name the first does.
 */
export function columnsOfHeader(cells: string[]): ContactColumns | undefined {
  const columns = new Map<keyof ContactFields, number>()
  cells.forEach((cell, column) => {
    const field = cell.length > LONGEST_TITLE ? undefined : FIELD_OF_TITLE.get(plain(cell))
    if (field && !columns.has(field)) columns.set(field, column)
  })
  return columns.size > 0 ? columns : undefined
}

/** The columns of a file without a header: by position, and a single column is the number. */
export function columnsByPosition(cells: string[]): ContactColumns {
  const only = cells.findLastIndex((cell) => cell.trim() !== '') === 0
  return new Map(only ? [['number', 0]] : COLUMNS_IN_ORDER.map((field, column) => [field, column]))
}

/** A longer text is no title; it need not be looked through. */
const LONGEST_TITLE = 100

// Specification 3, section 5; 'celular' and 'whatsapp' are what people write besides.
const FIELD_OF_TITLE = new Map<string, keyof ContactFields>([
  ['nome', 'name'],
  ['name', 'name'],
  ['numero', 'number'],
  ['number', 'number'],
  ['telefone', 'number'],
  ['phone', 'number'],
  ['celular', 'number'],
  ['whatsapp', 'number'],
  ['email', 'email'],
  ['var1', 'var1'],
  ['var2', 'var2'],
  ['var3', 'var3'],
])

function plain(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
