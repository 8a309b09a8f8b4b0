import { createFileRoute } from '@tanstack/react-router'
import { TicketPane } from '../../tickets/page/TicketPane.tsx'

export const Route = createFileRoute('/_app/tickets/$uuid')({ component: Ticket })

function Ticket() {
  return <TicketPane uuid={Route.useParams().uuid} search={Route.useSearch()} />
}
