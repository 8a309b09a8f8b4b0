import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { filesOf } from '../files/open.ts'
import { uploadKey } from '../files/places.ts'
import { begin } from './imports.ts'

/** The columns of the written spreadsheet. */
const LAYOUT = { columns: { name: 0, number: 1, email: 2, var1: 3, var2: 4, var3: 5 }, firstLine: 2 }

/**
 * Starts an import of people into a list. They are written into a spreadsheet first: an import that goes on after an interruption
 * must find the same people in the same order.
 */
export async function beginFromPeople(
  actor: Actor,
  contactListId: string,
  people: readonly ContactFields[],
  consent: ConsentInput | undefined,
): Promise<{ message: string; importId: string }> {
  const uploadId = newId()
  const { cellsOf } = await import('@recado/shared/imports/contact-columns')
  const { CONTACT_HEADER, writeSheet } = await import('@recado/shared/spreadsheets/write-sheet')
  const bytes = await writeSheet({ header: CONTACT_HEADER, rows: people.map(cellsOf) })
  await filesOf(actor.companyId).put(uploadKey(actor.companyId, uploadId), bytes, 'application/octet-stream')
  return begin(actor, contactListId, { uploadId, layout: LAYOUT, consent })
}
