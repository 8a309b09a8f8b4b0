import { createFileRoute } from '@tanstack/react-router'
import { QuickRepliesPage } from '../../quick-replies/list/QuickRepliesPage.tsx'
import { quickRepliesSearch } from '../../quick-replies/list/search.ts'

export const Route = createFileRoute('/_app/quick-replies')({
  validateSearch: quickRepliesSearch,
  component: QuickReplies,
})

function QuickReplies() {
  const navigate = Route.useNavigate()
  return (
    <QuickRepliesPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
