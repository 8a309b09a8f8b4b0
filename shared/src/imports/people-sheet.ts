import type { ContactFields } from '../contact-lists/contact-list-item.ts'
import { CONTACT_HEADER, writeSheet } from '../spreadsheets/write-sheet.ts'
import { cellsOf } from './contact-columns.ts'
import type { SheetLayout } from './import.ts'

/** The layout of {@link writePeople}. */
export const PEOPLE_LAYOUT: SheetLayout = {
  columns: { name: 0, number: 1, email: 2, var1: 3, var2: 4, var3: 5 },
  firstLine: 2,
}

/**
 * Writes people into a spreadsheet for an import: one that goes on after an interruption must find the same people in the
 * same order.
 */
export const writePeople = (people: readonly ContactFields[]): Promise<Uint8Array> =>
  writeSheet({ header: CONTACT_HEADER, rows: people.map(cellsOf) })
