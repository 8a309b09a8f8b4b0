import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { session } from '../api/session.ts'
import { Shell } from '../shell/Shell.tsx'

/** All pages behind the login. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    if (!session.user()) {
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } })
    }
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})
