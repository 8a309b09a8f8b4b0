import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { ContactListsPage } from '../../../contact-lists/ContactListsPage.tsx'

const search = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit']).optional().catch(undefined),
  /** The list that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type ContactListsSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/_cshow/contact-lists/')({
  validateSearch: search,
  component: ContactLists,
})

function ContactLists() {
  const navigate = Route.useNavigate()
  return (
    <ContactListsPage
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next })}
      onCreated={({ id }) =>
        navigate({ to: '/contact-lists/$contactListId/contacts', params: { contactListId: id }, search: {} })
      }
    />
  )
}
