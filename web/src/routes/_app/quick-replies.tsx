import { createFileRoute } from '@tanstack/react-router'
import { QuickRepliesPage } from '../../quick-replies/list/QuickRepliesPage.tsx'
import { quickRepliesSearch } from '../../quick-replies/list/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/quick-replies')({
  validateSearch: quickRepliesSearch,
  component: QuickReplies,
})

function QuickReplies() {
  return <QuickRepliesPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
