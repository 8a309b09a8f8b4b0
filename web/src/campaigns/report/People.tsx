import { Tabs } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useTexts } from '../../i18n/use-texts.ts'
import { useNumbers } from '../../ui/use-numbers.ts'
import { Recipients } from './Recipients.tsx'
import { Replies } from './Replies.tsx'
import type { ReportSearch } from './report-search.ts'

interface PeopleProps {
  campaign: CampaignReport
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** The recipients, and once somebody replied also the replies. */
export function People(props: PeopleProps) {
  const { t } = useTexts()
  const format = useNumbers()
  const { campaign, search, onSearch } = props
  const { replied } = campaign.counters
  if (replied === 0) return <Recipients {...props} />
  return (
    <Tabs
      value={search.view ?? 'recipients'}
      onChange={(view) => onSearch({ ...search, view: view === 'replies' ? view : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="recipients">{t('shippings.title')}</Tabs.Tab>
        <Tabs.Tab value="replies">{t('campaigns.replies.tab', { replied: format(replied) })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="recipients">
        <Recipients {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="replies">
        <Replies {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}
