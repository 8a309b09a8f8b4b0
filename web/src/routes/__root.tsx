import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Toasts } from '../ui/Toasts.tsx'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <Toasts />
      <Outlet />
    </>
  )
}
