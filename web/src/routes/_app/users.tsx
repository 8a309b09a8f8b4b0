import { hasPermission } from '@recado/shared/access'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod'
import { session } from '../../api/session.ts'
import { UsersPage } from '../../users/UsersPage.tsx'

const search = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new', 'edit', 'invite']).optional().catch(undefined),
  /** The user that the dialog is about. */
  id: z.string().optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/users')({
  validateSearch: search,
  beforeLoad: () => {
    const user = session.user()
    if (user && !hasPermission(user.profile, 'drawer-admin-items:view')) throw redirect({ to: '/' })
  },
  component: Users,
})

function Users() {
  const navigate = Route.useNavigate()
  return <UsersPage search={Route.useSearch()} onSearch={(next) => navigate({ search: next })} />
}
