import { createFileRoute } from '@tanstack/react-router'
import { MyNumbersPage } from '../../desk-report/MyNumbersPage.tsx'
import { reportSearch } from '../../desk-report/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/my-numbers')({
  validateSearch: reportSearch.omit({ userId: true, rowUser: true }),
  component: MyNumbers,
})

function MyNumbers() {
  return <MyNumbersPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
