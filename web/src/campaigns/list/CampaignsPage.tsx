import type { CampaignType } from '@recado/shared/campaigns/contract/campaign'
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
import { StatusTabs } from './StatusTabs.tsx'
import type { CampaignsSearch } from './search.ts'

interface CampaignsPageProps {
  type: CampaignType
  search: CampaignsSearch
  onSearch: (search: CampaignsSearch) => void
}

export function CampaignsPage({ type, search, onSearch }: CampaignsPageProps) {
  const { t } = useTexts()
  const [question, setQuestion] = useState<CampaignQuestion>()
  const { search: name = '', status } = search
  const list = useCampaigns(type, name, status)
  const columns = useCampaignColumns(setQuestion)
  const title = t(`campaigns.titleOf.${type}`)
  const newButton = <NewCampaignButton type={type} />
  return (
    <>
      <PageHeader title={title}>{newButton}</PageHeader>
      <StatusTabs status={status} onChange={(tab) => onSearch({ ...search, status: tab })}>
        <FilterBar>
          <SearchBox
            label={t('campaigns.search')}
            value={name}
            onSearch={(text) => onSearch({ ...search, search: text || undefined })}
          />
        </FilterBar>
        <DataTable
          label={title}
          columns={columns}
          list={list}
          rowKey={({ id }) => id}
          empty={
            <EmptyList
              drawing="letter"
              text={t(`campaigns.emptyOf.${type}`)}
              isFiltered={name !== '' || status !== undefined}
            >
              {newButton}
            </EmptyList>
          }
        />
      </StatusTabs>
      <CampaignQuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}
