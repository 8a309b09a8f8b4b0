import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as z from 'zod'
import { ConnectionsPage } from '../../connections/ConnectionsPage.tsx'

const search = z.object({
  dialog: z.enum(['new', 'edit', 'qr', 'code', 'number']).optional().catch(undefined),
  /** The connection that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type ConnectionsSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/connections')({ validateSearch: search, component: Connections })

function Connections() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback((next: ConnectionsSearch) => void navigate({ search: next }), [navigate])
  return <ConnectionsPage search={Route.useSearch()} onSearch={onSearch} />
}
