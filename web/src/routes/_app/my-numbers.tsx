import { createFileRoute } from '@tanstack/react-router'
import { MyNumbersPage } from '../../desk-report/MyNumbersPage.tsx'
import { reportSearch } from '../../desk-report/search.ts'

export const Route = createFileRoute('/_app/my-numbers')({
  validateSearch: reportSearch.omit({ userId: true, rowUser: true }),
  component: MyNumbers,
})

function MyNumbers() {
  const navigate = Route.useNavigate()
  return (
    <MyNumbersPage
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, resetScroll: false })}
    />
  )
}
