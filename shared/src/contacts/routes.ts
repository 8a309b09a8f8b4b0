import * as z from 'zod'
import { ANY_USER, needs } from '../access.ts'
import { defineRoutes, FILE_OR_EXPORT, nothing } from '../http/contract.ts'
import { fileQuery } from '../http/file-query.ts'
import { pageQuery, placeQuery, recordsOf } from '../http/paging.ts'
import { id } from '../ids.ts'
import { ticket } from '../tickets/contract/ticket.ts'
import {
  contact,
  contactChange,
  contactDetails,
  contactInput,
  contactNote,
  contactNoteInput,
  duplicatePair,
} from './contact.ts'

/** The people that a company talks to. */
export const contactRoutes = defineRoutes({
  listContacts: {
    method: 'GET',
    path: '/contacts',
    access: ANY_USER,
    query: pageQuery,
    response: recordsOf(contact).extend({
      count: z.number().int(),
      /** The import that adds to them now. */
      importId: z.string().nullable(),
    }),
    summary: 'Contacts by name; a search finds any part of name, number or e-mail',
  },
  createContact: {
    method: 'POST',
    path: '/contacts',
    access: ANY_USER,
    body: contactInput,
    response: contactDetails,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT', 'ERR_NO_TAG_FOUND'],
    namesPerson: true,
    rate: 'desk',
    summary: 'Add a contact',
  },
  listDuplicateContacts: {
    method: 'GET',
    path: '/contacts/duplicates',
    access: ANY_USER,
    response: z.object({ records: z.array(duplicatePair), count: z.number().int() }),
    summary: 'The first 50 pairs of contacts that may be one person, and how many there are',
  },
  exportContacts: {
    method: 'GET',
    path: '/contacts/export',
    access: needs('drawer-admin-items:view'),
    query: fileQuery,
    response: FILE_OR_EXPORT,
    audited: true,
    summary: 'All contacts as a spreadsheet',
  },
  getContact: {
    method: 'GET',
    path: '/contacts/{contactId}',
    access: ANY_USER,
    response: contactDetails,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'One contact; for a merged one the contact that stands for it',
  },
  updateContact: {
    method: 'PUT',
    path: '/contacts/{contactId}',
    access: ANY_USER,
    body: contactChange,
    response: contactDetails,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_NO_TAG_FOUND',
    ],
    namesPerson: true,
    summary: 'Change a contact; a field that is left out keeps its value',
  },
  deleteContact: {
    method: 'DELETE',
    path: '/contacts/{contactId}',
    access: needs('contacts-page:deleteContact'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_OTHER_OPEN_TICKET'],
    summary: 'Delete a contact with its notes; messages and tickets stay. Refused while it has a live ticket',
  },
  listContactTickets: {
    method: 'GET',
    path: '/contacts/{contactId}/tickets',
    access: ANY_USER,
    query: placeQuery,
    response: recordsOf(ticket),
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'The tickets of a contact that one may see, newest first',
  },
  createContactNote: {
    method: 'POST',
    path: '/contacts/{contactId}/notes',
    access: ANY_USER,
    body: contactNoteInput,
    response: contactNote,
    status: 201,
    rate: 'desk',
    idempotent: true,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'Add a note that only the company sees',
  },
  deleteContactNote: {
    method: 'DELETE',
    path: '/contacts/{contactId}/notes/{noteId}',
    access: ANY_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_NOTE_FOUND'],
    summary: 'Delete a note: one’s own, or any for admins',
  },
  mergeContacts: {
    method: 'POST',
    path: '/contacts/{contactId}/merge',
    access: needs('drawer-admin-items:view'),
    body: z.strictObject({ otherId: id }),
    response: z.object({ mergeId: z.string() }),
    idempotent: true,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_SAME_CONTACT'],
    rate: 'desk',
    summary: 'Let a contact stand for another one too, which keeps its own data',
  },
  undoContactMerge: {
    method: 'DELETE',
    path: '/contacts/merges/{mergeId}',
    access: needs('drawer-admin-items:view'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_MERGE_FOUND'],
    summary: 'Take a merge of the last 90 days back: both contacts are as before',
  },
})
