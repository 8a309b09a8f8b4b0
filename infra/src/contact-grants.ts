import type { api } from '@recado/shared/api/routes'
import type { Grants } from './grants.ts'
import { EXPORTED, PAGED, READ, TOLD } from './usual-grants.ts'

/** Rights of the calls about the people whom a company talks to. */
export const contactGrants: { [R in keyof (typeof api)['contacts']]: Grants } = {
  listContacts: PAGED,
  createContact: TOLD,
  listDuplicateContacts: READ,
  exportContacts: EXPORTED,
  getContact: READ,
  updateContact: TOLD,
  deleteContact: TOLD,
  listContactTickets: PAGED,
  createContactNote: TOLD,
  deleteContactNote: TOLD,
  mergeContacts: TOLD,
  undoContactMerge: TOLD,
  importIntoContacts: { table: 'write', files: ['read'], send: ['imports'] },
  getContactsImport: READ,
  cancelContactsImport: { ...TOLD, files: ['delete'] },
  refusedContactsRows: { ...EXPORTED, files: ['read'] },
}
