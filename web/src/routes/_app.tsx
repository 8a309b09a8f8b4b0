import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Shell } from '../shell/Shell.tsx'

/** All pages behind the login. */
export const Route = createFileRoute('/_app')({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})
