import { Tabs } from '@mantine/core'
import { cshow } from '../api/session.ts'
import { CompaniesTab } from '../companies/list/CompaniesTab.tsx'
import { DashboardPage } from '../dashboard/DashboardPage.tsx'
import { DeskReportView } from '../desk-report/DeskReportView.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { useMay, useUser } from '../session/use-session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Beginning } from './Beginning.tsx'
import { HOME_TABS, type HomeSearch, type HomeTab } from './search.ts'

interface HomePageProps {
  search: HomeSearch
  onSearch: (search: HomeSearch) => void
}

/**
 * The dashboard: what runs now, then the figures of campaigns and customer service. Companies without campaigns begin with
 * customer service. An operator begins with the companies of the platform.
 */
export function HomePage({ search, onSearch }: HomePageProps) {
  const { t } = useTexts()
  const tabs = useTabs()
  const tab = tabs.find((each) => each === search.tab) ?? firstTab(tabs)
  const own = { tab: search.tab }
  return (
    <>
      <PageHeader title={t('dashboard.title')} />
      {!tabs.includes('companies') && <Beginning />}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => onSearch({ tab: tabs.find((each) => each === value) })}
      >
        <Tabs.List aria-label={t('dashboard.title')} mb="md">
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`dashboard.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="companies">
          <CompaniesTab
            order="due"
            search={{ ...search, tab: undefined }}
            onSearch={(next) => onSearch({ ...next, ...own })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="campaigns">
          {tabs.includes('companies') && <Beginning />}
          <DashboardPage search={search} onRange={(range) => onSearch({ ...own, ...range })} />
        </Tabs.Panel>
        <Tabs.Panel value="desk">
          <DeskReportView search={search} onSearch={(next) => onSearch({ ...next, ...own })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The tabs of a user. */
function useTabs(): HomeTab[] {
  const { super: isOperator, support } = useUser()
  const mayView = useMay('dashboard:view')
  return HOME_TABS.filter((tab) => (tab === 'companies' ? isOperator && !support : mayView))
}

/** The tab that is open without a choice. */
function firstTab(tabs: readonly HomeTab[]): HomeTab {
  if (tabs.includes('companies')) return 'companies'
  return cshow() ? 'campaigns' : 'desk'
}
