import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ConnectionsPage } from '../../connections/list/ConnectionsPage.tsx'
import { type ConnectionsSearch, connectionsSearch } from '../../connections/list/search.ts'

export const Route = createFileRoute('/_app/connections')({
  validateSearch: connectionsSearch,
  component: Connections,
})

function Connections() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (next: ConnectionsSearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  )
  return <ConnectionsPage search={Route.useSearch()} onSearch={onSearch} />
}
