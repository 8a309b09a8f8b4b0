import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { begin } from './imports.ts'

/** Starts an import of people into a list, who are written into a spreadsheet first. */
export async function beginFromPeople(
  actor: Actor,
  contactListId: string,
  people: readonly ContactFields[],
  consent: ConsentInput | undefined,
): Promise<{ message: string; importId: string }> {
  const uploadId = newId()
  const { PEOPLE_LAYOUT, writePeople } = await import('@recado/shared/imports/people-sheet')
  const bytes = await writePeople(people)
  await filesOf(actor.companyId).put(uploadKey(actor.companyId, uploadId), bytes, 'application/octet-stream')
  return begin(actor, contactListId, { uploadId, layout: PEOPLE_LAYOUT, consent })
}
