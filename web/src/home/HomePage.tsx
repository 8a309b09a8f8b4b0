import { Tabs } from '@mantine/core'
import { cshow } from '../api/session.ts'
import { DashboardPage } from '../dashboard/DashboardPage.tsx'
import { DeskReportView } from '../desk-report/DeskReportView.tsx'
import { useTexts } from '../i18n/use-texts.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { HOME_TABS, type HomeSearch } from './search.ts'

interface HomePageProps {
  search: HomeSearch
  onSearch: (search: HomeSearch) => void
}

/** The dashboard: campaigns and customer service. Companies without campaigns begin with customer service. */
export function HomePage({ search, onSearch }: HomePageProps) {
  const { t } = useTexts()
  const tab = search.tab ?? (cshow() ? 'campaigns' : 'desk')
  return (
    <>
      <PageHeader title={t('dashboard.title')} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => onSearch({ tab: HOME_TABS.find((each) => each === value) })}
      >
        <Tabs.List aria-label={t('dashboard.title')} mb="md">
          {HOME_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`dashboard.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="campaigns">
          <DashboardPage search={search} onRange={(range) => onSearch({ tab: search.tab, ...range })} />
        </Tabs.Panel>
        <Tabs.Panel value="desk">
          <DeskReportView search={search} onSearch={(next) => onSearch({ ...next, tab: search.tab })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
