import { Notifications } from '@mantine/notifications'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { DatesInLanguage } from '../ui/DatesInLanguage.tsx'
import { TOAST_MS } from '../ui/toast.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <DatesInLanguage>
      <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />
      <Outlet />
    </DatesInLanguage>
  )
}
