import { createFileRoute, redirect } from '@tanstack/react-router'
import { AnnouncementsPage } from '../../announcements/AnnouncementsPage.tsx'
import { announcementsSearch } from '../../announcements/search.ts'
import { session } from '../../api/session.ts'
import { useSetSearch } from '../../ui/use-set-search.ts'

export const Route = createFileRoute('/_app/announcements')({
  validateSearch: announcementsSearch,
  beforeLoad: () => {
    const user = session.user()
    if (user && !user.super) throw redirect({ to: '/connections' })
  },
  component: Announcements,
})

function Announcements() {
  return <AnnouncementsPage search={Route.useSearch()} onSearch={useSetSearch(Route)} />
}
