import { deleteContact, wholeContact } from '../contacts/merges.ts'
import { contactMarks, getContact, survivorOf } from '../contacts/store.ts'
import type { StoredContact } from '../contacts/stored-contact.ts'
import type { TenantTable } from '../table/tenant.ts'
import { eraseFromSchedules } from './in-schedules.ts'
import { type DataSubject, identitiesOf } from './person.ts'

/**
 * The contacts of a person: those with their number or LID, and those that the company merged with them, which it holds
 * for the same person.
 */
export async function contactsOfSubject(table: TenantTable, subject: DataSubject): Promise<StoredContact[]> {
  const found = new Map<string, StoredContact>()
  for (const identity of identitiesOf(subject)) {
    for (const mark of Object.values(await contactMarks(table, identity))) {
      const survivor = await survivorOf(table, mark.holder)
      if (survivor) for (const part of await wholeContact(table, survivor)) found.set(part.id, part)
    }
  }
  return [...found.values()]
}

/**
 * Deletes a person's contacts with their notes, and the messages scheduled for them.
 * @param forgetFile deletes a file from the bucket by its key
 * @returns the number of contacts
 */
export async function eraseFromContacts(
  table: TenantTable,
  subject: DataSubject,
  forgetFile: (key: string) => Promise<void>,
): Promise<number> {
  return eraseContacts(table, subject, await contactsOfSubject(table, subject), forgetFile)
}

/** As {@link eraseFromContacts}, for contacts made since: without one it reads no schedules. */
export async function eraseNewContacts(
  table: TenantTable,
  subject: DataSubject,
  forgetFile: (key: string) => Promise<void>,
): Promise<number> {
  const contacts = await contactsOfSubject(table, subject)
  return contacts.length > 0 ? eraseContacts(table, subject, contacts, forgetFile) : 0
}

async function eraseContacts(
  table: TenantTable,
  subject: DataSubject,
  contacts: readonly StoredContact[],
  forgetFile: (key: string) => Promise<void>,
): Promise<number> {
  let erased = 0
  // First, because they are found by the contacts.
  await eraseFromSchedules(table, subject, contacts, forgetFile)
  for (const { id } of contacts) {
    // A merged contact is deleted together with the one that stands for it.
    const survivor = (await getContact(table, id)) && (await survivorOf(table, id))
    if (survivor) erased += await deleteContact(table, survivor.id)
  }
  return erased
}
