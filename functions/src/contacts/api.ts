import { contactRoutes } from '@recado/shared/contacts/routes'
import { contactImportRoutes } from '@recado/shared/imports/routes'
import * as imports from '../imports/imports.ts'
import { serve } from '../serve/serve.ts'
import * as contacts from './contacts.ts'
import { listFormerTickets } from './former-tickets.ts'
import * as merges from './merges.ts'
import * as notes from './notes.ts'

const routes = { ...contactRoutes, ...contactImportRoutes }

const importRef = (importId: string) => ({ contactListId: null, into: 'contacts', importId }) as const

export const handler = serve('contacts', routes, {
  listContacts: (query, actor) => contacts.page(actor, query),
  createContact: (input, actor) => contacts.create(actor, input),
  listDuplicateContacts: (_, actor) => merges.listDuplicates(actor),
  exportContacts: ({ language }, actor) => contacts.exportAll(actor, language),
  getContact: ({ contactId }, actor) => contacts.get(actor, contactId),
  updateContact: ({ contactId, ...change }, actor) => contacts.update(actor, contactId, change),
  deleteContact: ({ contactId }, actor) => contacts.remove(actor, contactId),
  listContactTickets: ({ contactId, ...query }, actor) => listFormerTickets(actor, contactId, query),
  createContactNote: ({ contactId, text }, actor) => notes.create(actor, contactId, text),
  deleteContactNote: ({ contactId, noteId }, actor) => notes.remove(actor, contactId, noteId),
  mergeContacts: ({ contactId, otherId }, actor) => merges.merge(actor, contactId, otherId),
  undoContactMerge: ({ mergeId }, actor) => merges.undo(actor, mergeId),
  importIntoContacts: (input, actor) => imports.beginIntoContacts(actor, input),
  getContactsImport: ({ importId }, actor) => imports.get(actor, importRef(importId)),
  cancelContactsImport: ({ importId }, actor) => imports.cancel(actor, importRef(importId)),
  refusedContactsRows: ({ importId, language }, actor) =>
    imports.refused(actor, { ...importRef(importId), language }),
})
