import { useEffect } from 'react'
import { useTickets } from '../../tickets/queries.ts'
import type { TicketView } from '../../tickets/ticket-view.ts'
import { setTitleCount } from '../../ui/use-document-title.ts'

/** The user's own open tickets with unread messages. */
const UNREAD_VIEW: TicketView = { tab: 'atendendo', all: false, queueIds: [], tagIds: [], unread: true }

/** The unread messages of so many tickets are counted. */
const COUNTED_TICKETS = 200

/**
 * The unread messages of the user's own tickets, on all pages. The counters of the tabs count what colleagues have not
 * read too, which this user could not make go away.
 */
export function useUnread(): number {
  const { records, error, hasNextPage, isFetching, fetchNextPage } = useTickets(UNREAD_VIEW)
  const isMissing = hasNextPage && !isFetching && !error && records.length < COUNTED_TICKETS
  useEffect(() => {
    if (isMissing) fetchNextPage?.()
  }, [isMissing, fetchNextPage])
  return records.reduce((sum, ticket) => sum + ticket.unread, 0)
}

/** Shows a number of unread messages in the browser's tab, "(3) Atendimentos", and on the icon of an installed app. */
export function useUnreadSigns(unread: number): void {
  useEffect(() => {
    setTitleCount(unread)
    setBadge(unread)
    return () => {
      setTitleCount(0)
      setBadge(0)
    }
  }, [unread])
}

/** Browsers without an installed app have no badge, and some refuse one: the title tells the number too. */
function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => undefined)
}
