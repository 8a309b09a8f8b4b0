import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { TicketsPage } from '../../tickets/page/TicketsPage.tsx'
import { ticketsSearch } from '../../tickets/search.ts'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'

export const Route = createFileRoute('/_app/tickets')({
  validateSearch: ticketsSearch,
  component: Tickets,
})

function Tickets() {
  const navigate = useNavigateFromHere()
  const search = Route.useSearch()
  const { uuid } = useParams({ strict: false })
  return (
    <TicketsPage
      search={search}
      openUuid={uuid}
      onSearch={(next) => navigate({ to: '/tickets', search: next })}
      // The open ticket stays open, and each pause in typing is no step of the history.
      onFind={(find) => navigate({ to: '.', search: { ...search, ...find }, replace: true })}
    >
      <Outlet />
    </TicketsPage>
  )
}
