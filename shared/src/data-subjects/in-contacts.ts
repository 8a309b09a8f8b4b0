import { deleteContact, wholeContact } from '../contacts/merges.ts'
import { contactMarks, getContact, survivorOf } from '../contacts/store.ts'
import type { StoredContact } from '../contacts/stored-contact.ts'
import { forgetSchedule, schedulesOfContact } from '../schedules/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { DataSubject } from './person.ts'

/**
 * The contacts of a person: those with their number or LID, and those that the company merged with them, which it holds
 * for the same person.
 */
export async function contactsOfSubject(
  table: TenantTable,
  { number, lid }: DataSubject,
): Promise<StoredContact[]> {
  const found = new Map<string, StoredContact>()
  for (const mark of Object.values(await contactMarks(table, { number, lid }))) {
    const survivor = await survivorOf(table, mark.holder)
    if (survivor) for (const part of await wholeContact(table, survivor)) found.set(part.id, part)
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
  let erased = 0
  for (const { id } of await contactsOfSubject(table, subject)) {
    // First, because they are found by the contact.
    for await (const schedule of schedulesOfContact(table, id))
      await forgetSchedule(table, schedule, forgetFile)
    // A merged contact is deleted together with the one that stands for it.
    const survivor = (await getContact(table, id)) && (await survivorOf(table, id))
    if (survivor) erased += await deleteContact(table, survivor.id)
  }
  return erased
}
