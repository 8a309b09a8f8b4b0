import { createFileRoute } from '@tanstack/react-router'
import { tagsSearch } from '../../tags/list/search.ts'
import { TagsPage } from '../../tags/list/TagsPage.tsx'

export const Route = createFileRoute('/_app/tags')({
  validateSearch: tagsSearch,
  component: Tags,
})

function Tags() {
  const navigate = Route.useNavigate()
  return (
    <TagsPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
