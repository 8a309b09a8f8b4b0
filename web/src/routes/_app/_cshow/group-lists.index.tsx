import { createFileRoute } from '@tanstack/react-router'
import { ContactListsPage } from '../../../contact-lists/list/ContactListsPage.tsx'
import { contactListsSearch } from '../../../contact-lists/search.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/group-lists/')({
  validateSearch: contactListsSearch,
  component: GroupLists,
})

function GroupLists() {
  return <ContactListsPage type="GROUP" search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
