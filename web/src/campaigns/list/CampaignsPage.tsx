import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { type CampaignQuestion, CampaignQuestionDialog } from '../actions/CampaignQuestionDialog.tsx'
import { useCampaigns } from '../queries.ts'
import { useCampaignColumns } from './columns.tsx'
import { NewCampaignButton } from './NewCampaignButton.tsx'

interface CampaignsPageProps {
  type: CampaignType
  search: string
  onSearch: (search: string) => void
}

export function CampaignsPage({ type, search, onSearch }: CampaignsPageProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const list = useCampaigns(type, search)
  const columns = useCampaignColumns(type, setQuestion)
  const title = t(`campaigns.titleOf.${type}`)
  const newButton = <NewCampaignButton type={type} />
  return (
    <>
      <PageHeader title={title}>{newButton}</PageHeader>
      <FilterBar>
        <SearchBox label={t('campaigns.search')} value={search} onSearch={onSearch} />
      </FilterBar>
      <DataTable
        label={title}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList icon={IconSpeakerphone} text={t(`campaigns.emptyOf.${type}`)} isFiltered={search !== ''}>
            {newButton}
          </EmptyList>
        }
      />
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
