import { createFileRoute, Outlet, useParams } from '@tanstack/react-router'
import { TicketsPage } from '../../tickets/page/TicketsPage.tsx'
import { ticketsSearch } from '../../tickets/search.ts'

export const Route = createFileRoute('/_app/tickets')({
  validateSearch: ticketsSearch,
  component: Tickets,
})

function Tickets() {
  const navigate = Route.useNavigate()
  const { uuid } = useParams({ strict: false })
  return (
    <TicketsPage
      search={Route.useSearch()}
      openUuid={uuid}
      onSearch={(next) => navigate({ to: '.', search: next })}
      // Each pause in typing is no step of the history.
      onQuery={(q) =>
        navigate({
          to: '.',
          search: (now) => ({ ...now, q, within: q ? now.within : undefined }),
          replace: true,
        })
      }
    >
      <Outlet />
    </TicketsPage>
  )
}
