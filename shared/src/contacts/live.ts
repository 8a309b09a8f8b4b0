import type { LiveEvent } from '../realtime/events.ts'
import { contactOf, type StoredContact } from './stored-contact.ts'

/** A change of a contact that browsers hear of. A merged contact is deleted for them, and one taken apart is new. */
export interface ContactNews {
  action: 'create' | 'update' | 'delete'
  contact: StoredContact
}

/** The live event of a change, for everybody of the company. */
export const contactEvent = (companyId: string, { action, contact }: ContactNews): LiveEvent => ({
  companyId,
  topic: 'contact',
  action,
  body: action === 'delete' ? { id: contact.id } : { record: contactOf(contact) },
})
