import { contactListRoutes } from '@recado/shared/contact-lists/routes'
import { contactTemplate } from '@recado/shared/spreadsheets/write-sheet'
import { serve } from '../http/serve.ts'
import * as imports from './imports.ts'
import * as items from './items.ts'
import * as lists from './lists.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const handler = serve(contactListRoutes, {
  listContactLists: (query, actor) => lists.page(actor, query),
  allContactLists: ({ type }, actor) => lists.all(actor, type),
  contactListTemplate: async () => ({
    fileName: 'contatos.xlsx',
    contentType: XLSX,
    bytes: await contactTemplate(),
  }),
  createContactList: (input, actor) => lists.create(actor, input),
  getContactList: ({ contactListId }, actor) => lists.get(actor, contactListId),
  updateContactList: ({ contactListId, name }, actor) => lists.rename(actor, contactListId, name),
  deleteContactList: ({ contactListId }, actor) => lists.remove(actor, contactListId),
  importContacts: ({ contactListId, ...input }, actor) => imports.begin(actor, contactListId, input),
  getImport: ({ contactListId, importId }, actor) => imports.get(actor, contactListId, importId),
  listContactListItems: ({ contactListId, ...query }, actor) => items.page(actor, contactListId, query),
  createContactListItem: ({ contactListId, ...fields }, actor) => items.add(actor, contactListId, fields),
  getContactListItem: ({ contactListItemId }, actor) => items.get(actor, contactListItemId),
  updateContactListItem: ({ contactListItemId, ...change }, actor) =>
    items.change(actor, contactListItemId, change),
  deleteContactListItem: ({ contactListItemId }, actor) => items.remove(actor, contactListItemId),
})
