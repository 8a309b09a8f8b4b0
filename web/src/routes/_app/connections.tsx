import { createFileRoute } from '@tanstack/react-router'
import { ConnectionsPage } from '../../connections/list/ConnectionsPage.tsx'
import { connectionsSearch } from '../../connections/list/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/connections')({
  validateSearch: connectionsSearch,
  component: Connections,
})

function Connections() {
  return <ConnectionsPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
