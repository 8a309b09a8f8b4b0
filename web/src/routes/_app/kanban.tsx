import { createFileRoute } from '@tanstack/react-router'
import { KanbanPage } from '../../tickets/kanban/KanbanPage.tsx'
import { kanbanSearch } from '../../tickets/kanban/search.ts'

export const Route = createFileRoute('/_app/kanban')({
  validateSearch: kanbanSearch,
  component: Kanban,
})

function Kanban() {
  const navigate = Route.useNavigate()
  return (
    <KanbanPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
