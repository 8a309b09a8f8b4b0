import { hasPermission } from '@recado/shared/access'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { HomePage } from '../../home/HomePage.tsx'
import { homeSearch } from '../../home/search.ts'
import { openTab, TAB_PARTS, tabsOf } from '../../home/tabs.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/')({
  validateSearch: homeSearch,
  beforeLoad: () => {
    const user = session.user()
    const isOperator = user?.super && !user.support
    if (user && !isOperator && !hasPermission(user.profile, 'dashboard:view'))
      throw redirect({ to: '/connections' })
  },
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  // The open tab is loaded beside the page, not after it.
  loader: ({ deps: { tab } }) => {
    const user = session.user()
    return user && TAB_PARTS[openTab(tabsOf(user), tab)].preload().then(() => undefined)
  },
  component: Home,
})

function Home() {
  return <HomePage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
