import { type ContactNews, contactEvent } from '@recado/shared/contacts/live'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import { publish } from '../context.ts'

/** Tells the company's browsers of a change. */
export const publishContact = (
  companyId: string,
  action: ContactNews['action'],
  contact: StoredContact,
): Promise<void> => publish(contactEvent(companyId, { action, contact }))
