import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { ContactBlocksPage } from '../../../contact-blocks/ContactBlocksPage.tsx'

const search = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'import']).optional().catch(undefined),
  /** The import that the dialog shows. */
  importId: z.string().optional().catch(undefined),
})
export type ContactBlocksSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/_cshow/contact-blocks')({
  validateSearch: search,
  component: ContactBlocks,
})

function ContactBlocks() {
  const navigate = Route.useNavigate()
  return <ContactBlocksPage search={Route.useSearch()} onSearch={(next) => navigate({ search: next })} />
}
