import { DomainError } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import type { DeskFilter, FromDeskInput } from '@recado/shared/imports/desk-filter'
import { pageOfPeople } from '@recado/shared/imports/people-of-filter'
import { maySearch } from '@recado/shared/imports/people-search'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { sightOn } from '../credentials/attendant.ts'
import { uploadKey } from '../files/places.ts'
import { queueImport, vouchedFor } from './imports.ts'

/**
 * Starts an import of the company's own contacts, or of customers of tickets that the caller may see, into a list. The
 * import's first jobs find the people, because the tickets of a large company exceed the time of a call.
 * @throws DomainError ERR_NO_PERMISSION, ERR_NOBODY_FOUND
 */
export async function beginFromDesk(
  actor: Actor,
  contactListId: string,
  { filter, consent }: FromDeskInput,
): Promise<{ message: string; importId: string }> {
  const { companyId, homeCompanyId, userId, profile } = actor
  if (!maySearch(profile, filter))
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only an admin may take contacts out')
  if (await isInVain(actor, filter))
    throw new DomainError('unprocessable', 'ERR_NOBODY_FOUND', 'Nobody with a number matches the filter')
  const importId = newId()
  return queueImport(companyId, {
    importId,
    contactListId,
    createdAt: new Date(ports.now()).toISOString(),
    source: '',
    search: { filter, by: { companyId: homeCompanyId, userId }, uploadKey: uploadKey(companyId, importId) },
    removeDuplicates: true,
    layout: null,
    consent: consent ? vouchedFor(consent, actor) : null,
    userId,
  })
}

/**
 * Whether the first page of the search is its last one and has no people. Only the jobs know the result of a longer
 * search.
 */
async function isInVain(actor: Actor, filter: DeskFilter): Promise<boolean> {
  const sees = await sightOn(actor)
  const { ids, after } = await pageOfPeople(tableOf(actor.companyId), filter, sees, { known: new Set() })
  return ids.length === 0 && after === undefined
}
