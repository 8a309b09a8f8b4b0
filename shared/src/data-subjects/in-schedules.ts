import { survivorOf } from '../contacts/store.ts'
import type { StoredContact } from '../contacts/stored-contact.ts'
import { allSchedules, forgetSchedule } from '../schedules/store.ts'
import type { StoredSchedule } from '../schedules/stored-schedule.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { DataSubject } from './person.ts'

type Contacts = readonly Pick<StoredContact, 'id'>[]

/**
 * The schedules of a person's contacts, and the schedules sent to the person. A sent one counts also after its contact was
 * deleted.
 */
export async function* schedulesOfSubject(
  table: TenantTable,
  subject: DataSubject,
  contacts: Contacts,
): AsyncGenerator<StoredSchedule> {
  for await (const schedule of allSchedules(table))
    if (isTheirSchedule(subject, contacts, schedule)) yield schedule
}

/**
 * Deletes a person's schedules. A schedule without a message whose contact was deleted has no number: it may be the
 * person's, and can never be sent, so all of these are deleted too.
 * @param forgetFile deletes a file from the bucket by its key
 */
export async function eraseFromSchedules(
  table: TenantTable,
  subject: DataSubject,
  contacts: Contacts,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> {
  for await (const schedule of allSchedules(table))
    if (isTheirSchedule(subject, contacts, schedule) || (await hasNoNumber(table, schedule)))
      await forgetSchedule(table, schedule, forgetFile)
}

const isTheirSchedule = (
  { chats }: DataSubject,
  contacts: Contacts,
  { contactId, message }: StoredSchedule,
): boolean =>
  contacts.some(({ id }) => id === contactId) || (message !== null && chats.includes(message.chat))

const hasNoNumber = async (table: TenantTable, { contactId, message }: StoredSchedule): Promise<boolean> =>
  message === null && (await survivorOf(table, contactId)) === undefined
