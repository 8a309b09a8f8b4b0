import { cshow } from '../api/session.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { type MenuSection, menuOf } from './pages.ts'

/** The menu of the user. */
export function useMenu(): MenuSection[] {
  const mayViewDashboard = useMay('dashboard:view')
  const mayAdminister = useMay('drawer-admin-items:view')
  const { super: isOperator } = useUser()
  return menuOf({ mayViewDashboard, mayAdminister, isOperator, hasCampaigns: cshow() })
}
