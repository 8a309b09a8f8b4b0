import type { ListedTicket } from '@recado/shared/tickets/contract/ticket'
import { compareInStage, isInStage, type KanbanView } from './kanban-view.ts'
import { compareInTab, isInView, type TicketView } from './ticket-view.ts'

interface Page {
  records: ListedTicket[]
  hasMore: boolean
}

interface Pages<P extends Page> {
  pages: P[]
}

/**
 * The loaded pages of a list after a ticket changed: it leaves its old place, and takes its new one if it belongs
 * into the list. A place behind the loaded pages is left to the next page.
 */
export const placeTicket = <P extends Page, D extends Pages<P>>(
  data: D,
  ticket: ListedTicket,
  view: TicketView,
  me: string,
): D => placed(data, ticket, isInView(ticket, view, me), (other) => compareInTab(view.tab, ticket, other) < 0)

/** The same for a column of the kanban. */
export const placeCard = <P extends Page, D extends Pages<P>>(
  data: D,
  ticket: ListedTicket,
  view: KanbanView,
  me: string,
): D => placed(data, ticket, isInStage(ticket, view, me), (other) => compareInStage(ticket, other) < 0)

function placed<P extends Page, D extends Pages<P>>(
  data: D,
  ticket: ListedTicket,
  isListed: boolean,
  isBefore: (other: ListedTicket) => boolean,
): D {
  const pages = data.pages.map((page) => without(page, ticket.id))
  if (!isListed) return { ...data, pages }
  const index = pages.findIndex(({ records }) => records.some(isBefore))
  const last = pages.length - 1
  if (index < 0 && pages[last]?.hasMore) return { ...data, pages }
  const target = index < 0 ? last : index
  return {
    ...data,
    pages: pages.map((page, at) => (at === target ? inserted(page, ticket, isBefore) : page)),
  }
}

/** Takes a ticket out of the loaded pages. */
export const withoutTicket = <P extends Page, D extends Pages<P>>(data: D, id: string): D => ({
  ...data,
  pages: data.pages.map((page) => without(page, id)),
})

const without = <P extends Page>(page: P, id: string): P =>
  page.records.some((record) => record.id === id)
    ? { ...page, records: page.records.filter((record) => record.id !== id) }
    : page

function inserted<P extends Page>(
  page: P,
  ticket: ListedTicket,
  isBefore: (other: ListedTicket) => boolean,
): P {
  const at = page.records.findIndex(isBefore)
  const place = at < 0 ? page.records.length : at
  return { ...page, records: page.records.toSpliced(place, 0, ticket) }
}
