import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage } from '../../contacts/list/ContactsPage.tsx'
import { contactsSearch } from '../../contacts/list/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: contactsSearch,
  component: Contacts,
})

function Contacts() {
  return <ContactsPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
