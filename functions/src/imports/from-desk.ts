import { hasPermission } from '@recado/shared/access'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { FromDeskInput } from '@recado/shared/imports/desk-filter'
import { IMPORT_MAX_ROWS } from '@recado/shared/imports/import'
import { peopleOfFilter } from '@recado/shared/imports/people-of-filter'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'
import { sightOn } from '../credentials/attendant.ts'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { begin } from './imports.ts'

/** The columns of the written spreadsheet. */
const LAYOUT = { columns: { name: 0, number: 1, email: 2, var1: 3, var2: 4, var3: 5 }, firstLine: 2 }

/**
 * Starts an import of the company's own contacts, or of customers of tickets that the caller may see, into a list. They are written into a spreadsheet first: an import that goes
 * on after an interruption must find the same people in the same order, and contacts change meanwhile.
 * @throws DomainError ERR_NO_PERMISSION: contacts are exported by admins alone; ERR_NOBODY_FOUND, ERR_SPREADSHEET_TOO_LARGE
 */
export async function beginFromDesk(
  actor: Actor,
  contactListId: string,
  { filter, consent }: FromDeskInput,
): Promise<{ message: string; importId: string }> {
  if (filter.from === 'contacts' && !hasPermission(actor.profile, 'drawer-admin-items:view'))
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only an admin may take contacts out')
  const people = await peopleOfFilter(tableOf(actor.companyId), filter, await sightOn(actor))
  if (people.length === 0)
    throw new DomainError('unprocessable', 'ERR_NOBODY_FOUND', 'Nobody with a number matches the filter')
  if (people.length > IMPORT_MAX_ROWS)
    throw new DomainError('too-large', 'ERR_SPREADSHEET_TOO_LARGE', 'Too many people match the filter')
  const uploadId = newId()
  const { CONTACT_HEADER, writeSheet } = await import('@recado/shared/spreadsheets/write-sheet')
  const bytes = await writeSheet({ header: CONTACT_HEADER, rows: people.map(cellsOf) })
  await filesOf(actor.companyId).put(uploadKey(actor.companyId, uploadId), bytes, 'application/octet-stream')
  return begin(actor, contactListId, { uploadId, layout: LAYOUT, consent })
}

const cellsOf = ({ name, number, email, var1, var2, var3 }: StoredContact): string[] => [
  name,
  number ?? '',
  email,
  var1,
  var2,
  var3,
]
