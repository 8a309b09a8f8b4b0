import { createFileRoute } from '@tanstack/react-router'
import { KanbanPage } from '../../tickets/kanban/KanbanPage.tsx'
import { kanbanSearch } from '../../tickets/kanban/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/kanban')({
  validateSearch: kanbanSearch,
  component: Kanban,
})

function Kanban() {
  return <KanbanPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
