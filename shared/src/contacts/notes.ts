import { allRows, checkRow, committed, deleteRow, type Key, keyIn, putRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ContactNote } from './contact.ts'
import { contactKey } from './stored-contact.ts'

/** Notes have rows of their own: two people may add one at the same moment. */
const noteKey = (contactId: string, noteId: string): Key<ContactNote> =>
  keyIn('CONTACT-NOTES', `${contactId}#${noteId}`)

/** The notes of some contacts, newest first. */
export async function notesOf(table: TenantTable, contactIds: readonly string[]): Promise<ContactNote[]> {
  const notes: ContactNote[] = []
  for (const contactId of contactIds) {
    const { pk, sk: prefix } = noteKey(contactId, '')
    for await (const { id, text, userId, at } of allRows(table, { pk, prefix, consistent: true }))
      notes.push({ id, text, userId, at })
  }
  return notes.sort((one, other) => (one.id < other.id ? 1 : -1))
}

/** @returns false if the contact was deleted: no call would find the note */
export const putNote = (table: TenantTable, contactId: string, note: ContactNote): Promise<boolean> =>
  committed(
    table.transact([
      checkRow(contactKey(contactId), { pk: { exists: true } }),
      putRow({ ...note, ...noteKey(contactId, note.id) }),
    ]),
  )

export const getNote = (table: TenantTable, contactId: string, noteId: string) =>
  table.get(noteKey(contactId, noteId))

/** @returns false if there is no such note */
export const deleteNote = (table: TenantTable, contactId: string, noteId: string): Promise<boolean> =>
  committed(table.transact([deleteRow(noteKey(contactId, noteId), { pk: { exists: true } })]))

export async function deleteNotesOf(table: TenantTable, contactId: string): Promise<void> {
  for (const { id } of await notesOf(table, [contactId])) await deleteNote(table, contactId, id)
}
