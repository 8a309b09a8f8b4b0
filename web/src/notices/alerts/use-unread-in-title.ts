import { useEffect } from 'react'
import { useTickets } from '../../tickets/queries.ts'
import type { TicketView } from '../../tickets/ticket-view.ts'
import { setTitleCount } from '../../ui/use-document-title.ts'

/** The user's own open tickets with unread messages. */
const UNREAD_VIEW: TicketView = { tab: 'atendendo', all: false, queueIds: [], tagIds: [], unread: true }

/** Shows the number of unread messages of the user's own tickets in the browser's tab: "(3) Atendimentos". */
export function useUnreadInTitle(): void {
  const { records } = useTickets(UNREAD_VIEW)
  const unread = records.reduce((sum, ticket) => sum + ticket.unread, 0)
  useEffect(() => {
    setTitleCount(unread)
    return () => setTitleCount(0)
  }, [unread])
}
