import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { TicketsPage } from '../../tickets/page/TicketsPage.tsx'
import { ticketsSearch } from '../../tickets/search.ts'

export const Route = createFileRoute('/_app/tickets')({
  validateSearch: ticketsSearch,
  component: Tickets,
})

function Tickets() {
  const navigate = Route.useNavigate()
  const navigateHere = useNavigate()
  const search = Route.useSearch()
  const { uuid } = useParams({ strict: false })
  return (
    <TicketsPage
      search={search}
      openUuid={uuid}
      onSearch={(next) => navigate({ to: '.', search: next })}
      // The open ticket stays open, and each pause in typing is no step of the history.
      onFind={(find) => navigateHere({ to: '.', search: { ...search, ...find }, replace: true })}
    >
      <Outlet />
    </TicketsPage>
  )
}
