import { createFileRoute } from '@tanstack/react-router'
import { tagsSearch } from '../../tags/list/search.ts'
import { TagsPage } from '../../tags/list/TagsPage.tsx'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/tags')({
  validateSearch: tagsSearch,
  component: Tags,
})

function Tags() {
  return <TagsPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
