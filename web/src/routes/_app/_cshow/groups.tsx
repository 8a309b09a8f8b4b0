import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { GroupsPage } from '../../../extractors/GroupsPage.tsx'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/groups')({
  validateSearch: z.object({ search: z.string().optional().catch(undefined) }),
  component: Groups,
})

function Groups() {
  const setSearch = useSetSearch(Route)
  return (
    <GroupsPage
      search={Route.useSearch().search ?? ''}
      onSearch={(text) => setSearch({ search: text || undefined })}
    />
  )
}
