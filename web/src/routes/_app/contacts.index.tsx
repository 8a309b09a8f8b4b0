import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage } from '../../contacts/list/ContactsPage.tsx'
import { contactsSearch } from '../../contacts/list/search.ts'

export const Route = createFileRoute('/_app/contacts/')({
  validateSearch: contactsSearch,
  component: Contacts,
})

function Contacts() {
  const navigate = Route.useNavigate()
  return (
    <ContactsPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
    />
  )
}
