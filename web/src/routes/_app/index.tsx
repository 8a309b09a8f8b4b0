import { hasPermission } from '@recado/shared/access'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { DashboardPage } from '../../dashboard/DashboardPage.tsx'
import { dashboardSearch } from '../../dashboard/range.ts'

export const Route = createFileRoute('/_app/')({
  validateSearch: dashboardSearch,
  beforeLoad: () => {
    const user = session.user()
    if (user && !hasPermission(user.profile, 'dashboard:view')) throw redirect({ to: '/connections' })
  },
  component: Dashboard,
})

function Dashboard() {
  const navigate = Route.useNavigate()
  return <DashboardPage search={Route.useSearch()} onRange={(range) => navigate({ search: range })} />
}
