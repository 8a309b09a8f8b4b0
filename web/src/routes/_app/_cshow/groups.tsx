import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { GroupsPage } from '../../../extractors/GroupsPage.tsx'

export const Route = createFileRoute('/_app/_cshow/groups')({
  validateSearch: z.object({ search: z.string().optional().catch(undefined) }),
  component: Groups,
})

function Groups() {
  const navigate = Route.useNavigate()
  return (
    <GroupsPage
      search={Route.useSearch().search ?? ''}
      onSearch={(search) => navigate({ search: { search: search || undefined }, resetScroll: false })}
    />
  )
}
