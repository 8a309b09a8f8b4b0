import { createFileRoute } from '@tanstack/react-router'
import { SchedulesPage } from '../../schedules/list/SchedulesPage.tsx'
import { schedulesSearch } from '../../schedules/list/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/schedules')({
  validateSearch: schedulesSearch,
  component: Schedules,
})

function Schedules() {
  return <SchedulesPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
