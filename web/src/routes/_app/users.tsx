import { hasPermission } from '@recado/shared/access'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'
import { usersSearch } from '../../users/list/search.ts'
import { UsersPage } from '../../users/list/UsersPage.tsx'

export const Route = createFileRoute('/_app/users')({
  validateSearch: usersSearch,
  beforeLoad: () => {
    const user = session.user()
    if (user && !hasPermission(user.profile, 'drawer-admin-items:view')) throw redirect({ to: '/' })
  },
  component: Users,
})

function Users() {
  return <UsersPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
