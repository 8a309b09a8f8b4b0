import * as z from 'zod'
import { consentInput } from '../contact-lists/consent.ts'
import { SEARCH_MAX } from '../http/paging.ts'
import { id } from '../ids.ts'
import { ticketStatus } from '../tickets/contract/ticket.ts'

/** The most days of tickets that are looked through. */
export const TICKET_DAYS_MAX = 366

const ids = z.array(id).max(50).default([])

/** The contacts that match; of several tags or queues one is enough, and none of them asks for nothing. */
const fromContacts = z.strictObject({
  from: z.literal('contacts'),
  searchParam: z.string().max(SEARCH_MAX).default(''),
  tagIds: ids,
})

/** The customers of the tickets that were opened in a time and match. */
const fromTickets = z
  .strictObject({
    from: z.literal('tickets'),
    openedFrom: z.iso.datetime(),
    openedTo: z.iso.datetime(),
    status: ticketStatus.optional(),
    queueIds: ids,
    tagIds: ids,
  })
  .refine(({ openedFrom, openedTo }) => openedFrom < openedTo, { path: ['openedTo'], message: 'order' })
  .refine(
    ({ openedFrom, openedTo }) =>
      Date.parse(openedTo) - Date.parse(openedFrom) <= TICKET_DAYS_MAX * 24 * 3_600_000,
    { path: ['openedFrom'], message: 'too_long' },
  )

export const deskFilter = z.discriminatedUnion('from', [fromContacts, fromTickets])
export type DeskFilter = z.infer<typeof deskFilter>

/** People of the company's own contacts and tickets, for a list; the consent as at an import. */
export const fromDeskInput = z.strictObject({ filter: deskFilter, consent: consentInput.optional() })
export type FromDeskInput = z.infer<typeof fromDeskInput>
