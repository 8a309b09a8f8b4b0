import { createFileRoute } from '@tanstack/react-router'
import { ContactListsPage } from '../../../contact-lists/list/ContactListsPage.tsx'
import { contactListsSearch } from '../../../contact-lists/search.ts'
import { useNavigateFromHere } from '../../../ui/use-navigate-from-here.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/contact-lists/')({
  validateSearch: contactListsSearch,
  component: ContactLists,
})

function ContactLists() {
  const navigate = useNavigateFromHere()
  return (
    <ContactListsPage
      type="PRIVATE"
      search={Route.useSearch()}
      onSearch={useSetSearch(Route)}
      onCreated={({ id }) =>
        navigate({
          to: '/contact-lists/$contactListId/contacts',
          params: { contactListId: id },
          search: { focus: 'import' },
        })
      }
    />
  )
}
