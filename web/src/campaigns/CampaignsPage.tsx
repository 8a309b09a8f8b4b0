import { Button } from '@mantine/core'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { type CampaignQuestion, CampaignQuestionDialog } from './CampaignQuestionDialog.tsx'
import { useCampaignColumns } from './columns.tsx'
import { useCampaigns } from './queries.ts'

interface CampaignsPageProps {
  search: string
  onSearch: (search: string) => void
}

export function CampaignsPage({ search, onSearch }: CampaignsPageProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const list = useCampaigns(search)
  const columns = useCampaignColumns(setQuestion)
  const newButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/campaigns/new" {...props} />}
    >
      {t('campaigns.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('campaigns.title')}>{newButton}</PageHeader>
      <FilterBar>
        <SearchBox label={t('campaigns.search')} value={search} onSearch={onSearch} />
      </FilterBar>
      <DataTable
        label={t('campaigns.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList icon={IconSpeakerphone} text={t('campaigns.empty')} isFiltered={search !== ''}>
            {newButton}
          </EmptyList>
        }
      />
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
