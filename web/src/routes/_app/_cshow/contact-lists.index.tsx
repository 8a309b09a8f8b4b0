import { createFileRoute } from '@tanstack/react-router'
import { ContactListsPage } from '../../../contact-lists/list/ContactListsPage.tsx'
import { contactListsSearch } from '../../../contact-lists/search.ts'

export const Route = createFileRoute('/_app/_cshow/contact-lists/')({
  validateSearch: contactListsSearch,
  component: ContactLists,
})

function ContactLists() {
  const navigate = Route.useNavigate()
  return (
    <ContactListsPage
      type="PRIVATE"
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
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
