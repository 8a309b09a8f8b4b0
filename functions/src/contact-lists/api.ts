import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { listImportRoutes } from '@recado/shared/imports/routes'
import * as imports from '../imports/imports.ts'
import { serve } from '../serve/serve.ts'
import * as checks from './checks.ts'
import * as items from './items.ts'
import * as lists from './lists.ts'

const routes = { ...contactListRoutes, ...listImportRoutes }

export const handler = serve('contact-lists', routes, {
  listContactLists: (query, actor) => lists.page(actor, query),
  allContactLists: ({ type, companyId }, actor) => lists.allContactLists(actor, type, companyId),
  contactListTemplate: lists.template,
  createContactList: (input, actor) => lists.create(actor, input),
  getContactList: ({ contactListId }, actor) => lists.get(actor, contactListId),
  updateContactList: ({ contactListId, ...change }, actor) => lists.change(actor, contactListId, change),
  deleteContactList: ({ contactListId }, actor) => lists.remove(actor, contactListId),
  exportContactList: ({ contactListId, language }, actor) => lists.exported(actor, contactListId, language),
  checkContactList: ({ contactListId, whatsappId }, actor) => checks.begin(actor, contactListId, whatsappId),
  stopContactListCheck: ({ contactListId }, actor) => checks.stop(actor, contactListId),
  previewImport: (given, actor) => imports.preview(actor, given),
  importContacts: ({ contactListId, ...input }, actor) => lists.importInto(actor, contactListId, input),
  importFromDesk: ({ contactListId, ...input }, actor) => lists.importFromDesk(actor, contactListId, input),
  getImport: (ref, actor) => imports.get(actor, ref),
  cancelImport: (ref, actor) => imports.cancel(actor, ref),
  refusedRows: (ref, actor) => imports.refused(actor, ref),
  listContactListItems: ({ contactListId, ...query }, actor) => items.page(actor, contactListId, query),
  createContactListItem: ({ contactListId, ...fields }, actor) => items.add(actor, contactListId, fields),
  getContactListItem: ({ contactListItemId }, actor) => items.get(actor, contactListItemId),
  updateContactListItem: ({ contactListItemId, ...change }, actor) =>
    items.change(actor, contactListItemId, change),
  deleteContactListItem: ({ contactListItemId }, actor) => items.remove(actor, contactListItemId),
})
