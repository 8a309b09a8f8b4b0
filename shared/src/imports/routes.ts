import { CAMPAIGN_USER, needs } from '../access.ts'
import { defineRoutes, FILE_OR_EXPORT, nothing } from '../http/contract.ts'
import { fileQuery } from '../http/file-query.ts'
import { fromDeskInput } from './desk-filter.ts'
import {
  contactImport,
  importBegun,
  importInput,
  importPreview,
  intoContactsInput,
  previewInput,
} from './import.ts'

/** Imports into a contact list. */
export const listImportRoutes = defineRoutes({
  previewImport: {
    method: 'POST',
    path: '/contact-lists/preview',
    access: CAMPAIGN_USER,
    body: previewInput,
    file: 'file',
    response: importPreview,
    errors: [
      'ERR_UPLOAD_MISSING',
      'ERR_SPREADSHEET_TOO_LARGE',
      'ERR_SPREADSHEET_UNREADABLE',
      'ERR_SPREADSHEET_ENCRYPTED',
      'ERR_SPREADSHEET_UNSUPPORTED',
      'ERR_SPREADSHEET_EMPTY',
    ],
    readOnly: true,
    summary: 'The first rows of a spreadsheet, and which column would be taken for what',
  },
  importContacts: {
    method: 'POST',
    path: '/contact-lists/{contactListId}/upload',
    access: CAMPAIGN_USER,
    body: importInput,
    file: 'file',
    response: importBegun,
    status: 202,
    idempotent: true,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_UPLOAD_MISSING',
      'ERR_SPREADSHEET_TOO_LARGE',
      'ERR_SPREADSHEET_NO_NUMBERS',
    ],
    summary: 'Import a spreadsheet, as a file or by uploadId; a second one waits for the first',
  },
  importFromDesk: {
    method: 'POST',
    path: '/contact-lists/{contactListId}/from-desk',
    access: CAMPAIGN_USER,
    body: fromDeskInput,
    response: importBegun,
    status: 202,
    idempotent: true,
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_NOBODY_FOUND'],
    summary:
      'Import people of the company’s contacts or tickets; those without a known number are left out. A long search fails in the import, not in the call',
  },
  getImport: {
    method: 'GET',
    path: '/contact-lists/{contactListId}/imports/{importId}',
    access: CAMPAIGN_USER,
    response: contactImport,
    errors: ['ERR_NO_IMPORT_FOUND'],
    summary: 'How far an import has come',
  },
  cancelImport: {
    method: 'DELETE',
    path: '/contact-lists/{contactListId}/imports/{importId}',
    access: CAMPAIGN_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_ENDED'],
    summary: 'Stop an import; what it has brought in stays',
  },
  refusedRows: {
    method: 'GET',
    path: '/contact-lists/{contactListId}/imports/{importId}/refused',
    access: CAMPAIGN_USER,
    query: fileQuery,
    response: FILE_OR_EXPORT,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_FILE_GONE'],
    audited: true,
    summary: 'The rows that an import refused, each with its reason',
  },
})

/** Imports of blocked numbers. */
export const blockImportRoutes = defineRoutes({
  importContactBlocks: {
    method: 'POST',
    path: '/contact-blocks/upload',
    access: CAMPAIGN_USER,
    body: importInput.omit({ importDuplicated: true, syncSacmais: true, consent: true }),
    file: 'file',
    response: importBegun,
    status: 202,
    idempotent: true,
    errors: ['ERR_UPLOAD_MISSING', 'ERR_SPREADSHEET_TOO_LARGE', 'ERR_SPREADSHEET_NO_NUMBERS'],
    summary: 'Block all numbers of a spreadsheet',
  },
  getContactBlockImport: {
    method: 'GET',
    path: '/contact-blocks/imports/{importId}',
    access: CAMPAIGN_USER,
    response: contactImport,
    errors: ['ERR_NO_IMPORT_FOUND'],
    summary: 'How far an import of blocked numbers has come',
  },
  cancelContactBlockImport: {
    method: 'DELETE',
    path: '/contact-blocks/imports/{importId}',
    access: CAMPAIGN_USER,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_ENDED'],
    summary: 'Stop an import of blocked numbers; those it has blocked stay blocked',
  },
  refusedContactBlockRows: {
    method: 'GET',
    path: '/contact-blocks/imports/{importId}/refused',
    access: CAMPAIGN_USER,
    query: fileQuery,
    response: FILE_OR_EXPORT,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_FILE_GONE'],
    audited: true,
    summary: 'The rows that the import refused, each with its reason',
  },
})

/** Imports into the company's contacts, from a list or a spreadsheet. */
export const contactImportRoutes = defineRoutes({
  importIntoContacts: {
    method: 'POST',
    path: '/contacts/import',
    access: needs('drawer-admin-items:view'),
    body: intoContactsInput,
    response: importBegun,
    status: 202,
    idempotent: true,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_UPLOAD_MISSING',
      'ERR_SPREADSHEET_TOO_LARGE',
      'ERR_SPREADSHEET_NO_NUMBERS',
    ],
    summary:
      'Add the people of a contact list or a spreadsheet to the contacts; those who are there stay as they are',
  },
  getContactsImport: {
    method: 'GET',
    path: '/contacts/imports/{importId}',
    access: needs('drawer-admin-items:view'),
    response: contactImport,
    errors: ['ERR_NO_IMPORT_FOUND'],
    summary: 'How far an import into the contacts has come',
  },
  cancelContactsImport: {
    method: 'DELETE',
    path: '/contacts/imports/{importId}',
    access: needs('drawer-admin-items:view'),
    response: nothing,
    status: 204,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_ENDED'],
    summary: 'Stop an import into the contacts; what it has brought in stays',
  },
  refusedContactsRows: {
    method: 'GET',
    path: '/contacts/imports/{importId}/refused',
    access: needs('drawer-admin-items:view'),
    query: fileQuery,
    response: FILE_OR_EXPORT,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_FILE_GONE'],
    audited: true,
    summary: 'The rows that an import into the contacts refused, each with its reason',
  },
})
