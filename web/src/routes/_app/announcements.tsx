import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod'
import { AnnouncementsPage } from '../../announcements/AnnouncementsPage.tsx'
import { session } from '../../api/session.ts'

const search = z.object({
  search: z.string().optional().catch(undefined),
  dialog: z.enum(['new']).optional().catch(undefined),
})
export type AnnouncementsSearch = z.infer<typeof search>

export const Route = createFileRoute('/_app/announcements')({
  validateSearch: search,
  beforeLoad: () => {
    const user = session.user()
    if (user && !user.super) throw redirect({ to: '/connections' })
  },
  component: Announcements,
})

function Announcements() {
  const navigate = Route.useNavigate()
  return <AnnouncementsPage search={Route.useSearch()} onSearch={(next) => navigate({ search: next })} />
}
