import { hasPermission } from '@recado/shared/access'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { QueuesPage } from '../../ticket-queues/list/QueuesPage.tsx'
import { queuesSearch } from '../../ticket-queues/list/search.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/queues')({
  validateSearch: queuesSearch,
  beforeLoad: () => {
    const user = session.user()
    if (user && !hasPermission(user.profile, 'drawer-admin-items:view')) throw redirect({ to: '/' })
  },
  component: Queues,
})

function Queues() {
  return <QueuesPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
