import { Tabs } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { useUser } from '../session/use-session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Beginning } from './Beginning.tsx'
import type { HomeSearch } from './search.ts'
import { openTab, TAB_PARTS, tabsOf } from './tabs.ts'

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
  const tabs = tabsOf(useUser())
  const tab = openTab(tabs, search.tab)
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
          <TAB_PARTS.companies
            order="due"
            search={{ ...search, tab: undefined }}
            onSearch={(next) => onSearch({ ...next, ...own })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="campaigns">
          {tabs.includes('companies') && <Beginning />}
          <TAB_PARTS.campaigns search={search} onRange={(range) => onSearch({ ...own, ...range })} />
        </Tabs.Panel>
        <Tabs.Panel value="desk">
          <TAB_PARTS.desk search={search} onSearch={(next) => onSearch({ ...next, ...own })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
