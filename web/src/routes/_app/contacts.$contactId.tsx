import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../contacts/one/ContactPage.tsx'

export const Route = createFileRoute('/_app/contacts/$contactId')({ component: OneContact })

function OneContact() {
  const { contactId } = Route.useParams()
  return <ContactPage key={contactId} contactId={contactId} />
}
