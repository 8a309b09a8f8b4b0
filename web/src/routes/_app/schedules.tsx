import { createFileRoute } from '@tanstack/react-router'
import { SchedulesPage } from '../../schedules/list/SchedulesPage.tsx'
import { schedulesSearch } from '../../schedules/list/search.ts'

export const Route = createFileRoute('/_app/schedules')({
  validateSearch: schedulesSearch,
  component: Schedules,
})

function Schedules() {
  const navigate = Route.useNavigate()
  return (
    <SchedulesPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
