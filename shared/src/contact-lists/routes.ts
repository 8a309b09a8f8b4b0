import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { defineRoutes, FILE, nothing } from '../http/contract.ts'
import { pageEnd, pageQuery, recordsOf } from '../http/paging.ts'
import { id } from '../ids.ts'
import { contactList, contactListInput, contactListType } from './contact-list.ts'
import { contactListItem, contactListItemChange, contactListItemInput } from './contact-list-item.ts'
import { contactImport, importInput } from './import.ts'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const contactListRoutes = defineRoutes({
  listContactLists: {
    method: 'GET',
    path: '/contact-lists',
    access: CAMPAIGN_USER,
    query: pageQuery.extend({ type: contactListType.default('PRIVATE') }),
    response: recordsOf(contactList),
    summary: 'Contact lists, newest first',
  },
  allContactLists: {
    method: 'GET',
    path: '/contact-lists/list',
    access: CAMPAIGN_USER,
    query: z.strictObject({ companyId: id.optional(), type: contactListType.default('PRIVATE') }),
    response: z.array(contactList),
    summary: 'All contact lists of a type, for selectors',
  },
  contactListTemplate: {
    method: 'GET',
    path: '/contact-lists/template',
    access: CAMPAIGN_USER,
    response: FILE,
    summary: 'The spreadsheet to fill in',
  },
  createContactList: {
    method: 'POST',
    path: '/contact-lists',
    access: CAMPAIGN_USER,
    body: contactListInput,
    response: contactList,
    status: 201,
    idempotent: true,
    summary: 'Create an empty list',
  },
  getContactList: {
    method: 'GET',
    path: '/contact-lists/{contactListId}',
    access: CAMPAIGN_USER,
    response: contactList,
    errors: ['ERR_NO_CONTACT_LIST_FOUND'],
    summary: 'One list with its counts',
  },
  updateContactList: {
    method: 'PUT',
    path: '/contact-lists/{contactListId}',
    access: CAMPAIGN_USER,
    body: contactListInput,
    response: contactList,
    errors: ['ERR_NO_CONTACT_LIST_FOUND'],
    summary: 'Rename a list',
  },
  deleteContactList: {
    method: 'DELETE',
    path: '/contact-lists/{contactListId}',
    access: CAMPAIGN_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_CONTACT_LIST_IN_USE', 'ERR_IMPORT_RUNNING'],
    summary: 'Delete a list and its contacts; refused while a campaign that is still to send uses it',
  },
  importContacts: {
    method: 'POST',
    path: '/contact-lists/{contactListId}/upload',
    access: CAMPAIGN_USER,
    body: importInput,
    file: 'file',
    response: z.object({ message: z.string(), importId: z.string() }),
    status: 202,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_IMPORT_RUNNING',
      'ERR_UPLOAD_MISSING',
      'ERR_SPREADSHEET_TOO_LARGE',
    ],
    summary: 'Import a spreadsheet, as a file or by uploadId',
  },
  getImport: {
    method: 'GET',
    path: '/contact-lists/{contactListId}/imports/{importId}',
    access: CAMPAIGN_USER,
    response: contactImport,
    errors: ['ERR_NO_IMPORT_FOUND'],
    summary: 'How far an import has come',
  },
  listContactListItems: {
    method: 'GET',
    path: '/contact-list-items',
    access: CAMPAIGN_USER,
    query: pageQuery.extend({ contactListId: id, valid: flag.optional() }),
    response: z.object({ contacts: z.array(contactListItem), count: z.number().int(), ...pageEnd }),
    errors: ['ERR_NO_CONTACT_LIST_FOUND'],
    summary: 'Contacts of a list in the order they came',
  },
  createContactListItem: {
    method: 'POST',
    path: '/contact-list-items',
    access: CAMPAIGN_USER,
    body: contactListItemInput,
    response: contactListItem,
    status: 201,
    idempotent: true,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_INVALID_NUMBER'],
    summary: 'Add a contact to a list',
  },
  getContactListItem: {
    method: 'GET',
    path: '/contact-list-items/{contactListItemId}',
    access: CAMPAIGN_USER,
    response: contactListItem,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'One contact of a list',
  },
  updateContactListItem: {
    method: 'PUT',
    path: '/contact-list-items/{contactListItemId}',
    access: CAMPAIGN_USER,
    body: contactListItemChange,
    response: contactListItem,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_INVALID_NUMBER'],
    summary: 'Change a contact of a list',
  },
  deleteContactListItem: {
    method: 'DELETE',
    path: '/contact-list-items/{contactListItemId}',
    access: { permission: 'contacts-page:deleteContact', campaigns: true },
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'Delete a contact of a list',
  },
})
