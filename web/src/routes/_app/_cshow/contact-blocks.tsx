import { createFileRoute } from '@tanstack/react-router'
import { ContactBlocksPage } from '../../../contact-blocks/list/ContactBlocksPage.tsx'
import { contactBlocksSearch } from '../../../contact-blocks/list/search.ts'
import { useSetSearch } from '../../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/_cshow/contact-blocks')({
  validateSearch: contactBlocksSearch,
  component: ContactBlocks,
})

function ContactBlocks() {
  return <ContactBlocksPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
