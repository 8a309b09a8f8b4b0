import * as z from 'zod'
import { CAMPAIGN_USER } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { pageEnd, pageQuery } from '../http/paging.ts'
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
      /** The import that adds to them now. */
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
})
