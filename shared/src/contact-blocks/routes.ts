import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { defineRoutes, FILE_OR_EXPORT, nothing } from '../http/contract.ts'
import { pageEnd, pageQuery } from '../http/paging.ts'
import { contactImport, importBegun, importInput } from '../imports/import.ts'
import { contactBlock, contactBlockInput, unblocking } from './contact-block.ts'

export const contactBlockRoutes = defineRoutes({
  listContactBlocks: {
    method: 'GET',
    path: '/contact-blocks',
    access: CAMPAIGN_USER,
    query: pageQuery,
    response: z.object({
      contacts: z.array(contactBlock),
      count: z.number().int(),
      /** The import that is adding to them at this moment. */
      importId: z.string().nullable(),
      ...pageEnd,
    }),
    summary: 'Blocked contacts, newest first; with a search, `count` is how many it found',
  },
  createContactBlock: {
    method: 'POST',
    path: '/contact-blocks',
    access: CAMPAIGN_USER,
    body: contactBlockInput,
    response: contactBlock,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
    namesPerson: true,
    summary: 'Block a contact: nothing that sends by itself writes to it any more',
  },
  getContactBlock: {
    method: 'GET',
    path: '/contact-blocks/{contactBlockId}',
    access: CAMPAIGN_USER,
    response: contactBlock,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'One blocked contact',
  },
  deleteContactBlock: {
    method: 'DELETE',
    path: '/contact-blocks/{contactBlockId}',
    access: CAMPAIGN_USER,
    query: unblocking,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_REASON_REQUIRED'],
    summary: 'Let a contact be written to again; an opt-out is lifted by admins alone, with a reason',
  },
  importContactBlocks: {
    method: 'POST',
    path: '/contact-blocks/upload',
    access: CAMPAIGN_USER,
    body: importInput.omit({ importDuplicated: true, syncSacmais: true, consent: true }),
    file: 'file',
    response: importBegun,
    status: 202,
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
    response: FILE_OR_EXPORT,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_FILE_GONE'],
    audited: true,
    summary: 'The rows that the import refused, each with its reason',
  },
})
