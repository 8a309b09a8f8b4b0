import type { Contact } from '@recado/shared/contacts/contact'
import { contactTitle, shownNumber } from '../../contacts/ContactName.tsx'
import type { Person } from './person.ts'

/** A contact as the person of a new conversation. */
export const personOfContact = (contact: Pick<Contact, 'id' | 'name' | 'number'>): Person => ({
  contactId: contact.id,
  title: contact.name ? `${contactTitle(contact)} · ${shownNumber(contact)}` : contactTitle(contact),
})
