import { hasPermission } from '@recado/shared/access'
import type { ContactNote } from '@recado/shared/contacts/contact'
import { wholeContact } from '@recado/shared/contacts/merges'
import { deleteNote, getNote, putNote } from '@recado/shared/contacts/notes'
import { notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { foundContact, noSuchContact } from './contacts.ts'
import { publishContact } from './publish-contact.ts'

/** @throws DomainError ERR_NO_CONTACT_FOUND */
export async function create(
  { companyId, userId }: Actor,
  contactId: string,
  text: string,
): Promise<ContactNote> {
  const contact = await foundContact(companyId, contactId)
  const note = { id: newId(), text, userId, at: new Date(ports.now()).toISOString() }
  if (!(await putNote(tableOf(companyId), contact.id, note))) throw noSuchContact()
  await publishContact(companyId, 'update', contact)
  return note
}

/**
 * Deletes a note of the contact or of one that was merged into it.
 * @throws DomainError ERR_NO_NOTE_FOUND, also for a colleague's note unless the caller is an admin
 */
export async function remove(actor: Actor, contactId: string, noteId: string): Promise<undefined> {
  const { companyId, userId, profile } = actor
  const table = tableOf(companyId)
  const contact = await foundContact(companyId, contactId)
  for (const { id } of await wholeContact(table, contact)) {
    const note = await getNote(table, id, noteId)
    if (!note) continue
    const mayDelete = note.userId === userId || hasPermission(profile, 'drawer-admin-items:view')
    if (!mayDelete || !(await deleteNote(table, id, noteId))) break
    await publishContact(companyId, 'update', contact)
    return undefined
  }
  throw notFound('ERR_NO_NOTE_FOUND')
}
