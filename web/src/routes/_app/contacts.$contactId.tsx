import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../contacts/one/ContactPage.tsx'
import { contactSearch } from '../../contacts/one/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/contacts/$contactId')({
  validateSearch: contactSearch,
  component: OneContact,
})

function OneContact() {
  const { contactId } = Route.useParams()
  return (
    <ContactPage
      key={contactId}
      contactId={contactId}
      search={Route.useSearch()}
      onSearch={useSetSearch(Route)}
    />
  )
}
