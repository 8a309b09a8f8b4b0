import { hasPermission } from '@recado/shared/access'
import type { SessionUser } from '@recado/shared/sessions/session'
import { cshow } from '../api/session.ts'
import { later } from '../ui/later.tsx'
import { HOME_TABS, type HomeTab } from './search.ts'

/** What each tab shows. A user sees one of them at a time, so each is loaded alone. */
export const TAB_PARTS = {
  companies: later(async () => (await import('../companies/list/CompaniesTab.tsx')).CompaniesTab, undefined, {
    texts: ['other', 'settings'],
  }),
  campaigns: later(async () => (await import('../dashboard/DashboardPage.tsx')).DashboardPage, undefined, {
    texts: [],
  }),
  desk: later(async () => (await import('../desk-report/DeskReportView.tsx')).DeskReportView, undefined, {
    texts: [],
  }),
}

/** The tabs of a user. */
export function tabsOf({ super: isOperator, support, profile }: SessionUser): HomeTab[] {
  const mayView = hasPermission(profile, 'dashboard:view')
  return HOME_TABS.filter((tab) => (tab === 'companies' ? isOperator && !support : mayView))
}

/** The open tab: the chosen one, or the first that concerns the user. */
export function openTab(tabs: readonly HomeTab[], chosen: HomeTab | undefined): HomeTab {
  if (chosen && tabs.includes(chosen)) return chosen
  if (tabs.includes('companies')) return 'companies'
  return cshow() ? 'campaigns' : 'desk'
}
