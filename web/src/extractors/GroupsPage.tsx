import type { ExtractedGroup } from '@recado/shared/extractors/extracted'
import { searchable } from '@recado/shared/searchable'
import { useMemo } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Quantity } from '../ui/Quantity.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useGroupColumns } from './group-columns.tsx'
import { NoConsentNotice } from './NoConsentNotice.tsx'
import { useGroups } from './queries.ts'
import { SyncButton } from './SyncButton.tsx'
import { SyncProgress } from './SyncProgress.tsx'

interface GroupsPageProps {
  search: string
  onSearch: (search: string) => void
}

const NONE: ExtractedGroup[] = []

/** The groups of all accounts. The answer holds all of them, so the search runs in the browser. */
export function GroupsPage({ search, onSearch }: GroupsPageProps) {
  const { t } = useTexts()
  const { data, ...state } = useGroups()
  const columns = useGroupColumns()
  const groups = data?.groups ?? NONE
  const records = useMemo(() => named(groups, search), [groups, search])
  return (
    <>
      <PageHeader title={t('extractors.groups.title')}>
        <SyncButton label={t('extractors.groups.fetch')} />
      </PageHeader>
      <NoConsentNotice />
      <SyncProgress />
      <FilterBar>
        <SearchBox label={t('extractors.groups.search')} value={search} onSearch={onSearch} />
        <Quantity count={data && records.length} />
      </FilterBar>
      <DataTable
        label={t('extractors.groups.title')}
        columns={columns}
        list={{ ...state, records }}
        rowKey={({ whatsappId, id }) => `${whatsappId} ${id}`}
        problem={t('extractors.failed')}
        empty={
          <EmptyList drawing="people" text={t('extractors.groups.empty')} isFiltered={search !== ''}>
            <SyncButton label={t('extractors.groups.fetch')} />
          </EmptyList>
        }
      />
    </>
  )
}

const named = (groups: ExtractedGroup[], search: string) => {
  const term = searchable(search).trim()
  return term ? groups.filter(({ name }) => searchable(name).includes(term)) : groups
}
