import { createFileRoute } from '@tanstack/react-router'
import { ItemsPage } from '../../../contact-lists/items/ItemsPage.tsx'
import { itemsSearch } from '../../../contact-lists/search.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/group-lists/$contactListId/contacts')({
  validateSearch: itemsSearch,
  component: Members,
})

function Members() {
  return (
    <ItemsPage
      contactListId={Route.useParams().contactListId}
      type="GROUP"
      search={Route.useSearch()}
      onSearch={useSetSearch(Route)}
    />
  )
}
