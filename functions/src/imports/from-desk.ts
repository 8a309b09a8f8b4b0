import { hasPermission } from '@recado/shared/access'
import { DomainError } from '@recado/shared/errors/errors'
import type { FromDeskInput } from '@recado/shared/imports/desk-filter'
import { IMPORT_MAX_ROWS } from '@recado/shared/imports/import'
import { peopleOfFilter } from '@recado/shared/imports/people-of-filter'
import { numberCell } from '@recado/shared/phone-numbers/number-cell'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'
import { sightOn } from '../credentials/attendant.ts'
import { beginFromPeople } from './from-people.ts'

/**
 * Starts an import of the company's own contacts, or of customers of tickets that the caller may see, into a list.
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
  const contacts = people.map((person) => ({ ...person, number: numberCell(person.number ?? '') }))
  return beginFromPeople(actor, contactListId, contacts, consent)
}
