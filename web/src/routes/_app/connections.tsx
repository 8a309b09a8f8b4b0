import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { ConnectionsPage } from '../../connections/ConnectionsPage.tsx'

const search = z.object({
  dialog: z.enum(['new', 'edit', 'qr']).optional().catch(undefined),
  /** The connection that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type ConnectionsSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/connections')({ validateSearch: search, component: Connections })

function Connections() {
  const navigate = Route.useNavigate()
  return <ConnectionsPage search={Route.useSearch()} onSearch={(next) => navigate({ search: next })} />
}
