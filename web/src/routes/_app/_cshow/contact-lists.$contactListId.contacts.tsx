import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { ItemsPage } from '../../../contact-lists/items/ItemsPage.tsx'

const search = z.object({
  search: z.string().optional().catch(undefined),
  valid: z.enum(['true', 'false']).optional().catch(undefined),
  dialog: z.enum(['new', 'edit', 'import']).optional().catch(undefined),
  /** The contact that the dialog is about. */
  id: z.string().optional().catch(undefined),
  /** The import that the dialog shows. */
  importId: z.string().optional().catch(undefined),
})
export type ItemsSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/_cshow/contact-lists/$contactListId/contacts')({
  validateSearch: search,
  component: Items,
})

function Items() {
  const navigate = Route.useNavigate()
  return (
    <ItemsPage
      contactListId={Route.useParams().contactListId}
      search={Route.useSearch()}
      onSearch={(next) => navigate({ search: next })}
    />
  )
}
