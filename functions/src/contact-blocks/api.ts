import { contactBlockRoutes } from '@recado/shared/contact-blocks/routes'
import { blockImportRoutes } from '@recado/shared/imports/routes'
import * as imports from '../imports/imports.ts'
import { serve } from '../serve/serve.ts'
import * as blocks from './blocks.ts'

const routes = { ...contactBlockRoutes, ...blockImportRoutes }

export const handler = serve('contact-blocks', routes, {
  listContactBlocks: (query, actor) => blocks.page(actor, query),
  createContactBlock: (input, actor) => blocks.create(actor, input),
  getContactBlock: ({ contactBlockId }, actor) => blocks.get(actor, contactBlockId),
  deleteContactBlock: ({ contactBlockId, reason }, actor) => blocks.remove(actor, contactBlockId, reason),
  importContactBlocks: (input, actor) => imports.begin(actor, null, input),
  getContactBlockImport: ({ importId }, actor) => imports.get(actor, { contactListId: null, importId }),
  cancelContactBlockImport: ({ importId }, actor) => imports.cancel(actor, { contactListId: null, importId }),
  refusedContactBlockRows: (asked, actor) => imports.refused(actor, { contactListId: null, ...asked }),
})
