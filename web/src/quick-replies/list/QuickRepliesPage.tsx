import { Button } from '@mantine/core'
import type { QuickReply } from '@recado/shared/quick-replies/quick-reply'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { EditQuickReplyDialog } from '../form/EditQuickReplyDialog.tsx'
import { QuickReplyDialog } from '../form/QuickReplyDialog.tsx'
import { useQuickReplies } from '../queries.ts'
import { useQuickReplyColumns } from './columns.tsx'
import { DeleteQuickReplyDialog } from './DeleteQuickReplyDialog.tsx'
import type { QuickRepliesSearch } from './search.ts'

interface QuickRepliesPageProps {
  search: QuickRepliesSearch
  onSearch: (search: QuickRepliesSearch) => void
}

export function QuickRepliesPage({ search, onSearch }: QuickRepliesPageProps) {
  const { t } = useTexts()
  const searchText = search.search ?? ''
  const list = useQuickReplies(searchText)
  const [toDelete, setToDelete] = useState<QuickReply>()
  const filter = { search: search.search }
  const columns = useQuickReplyColumns({
    onEdit: ({ id }) => onSearch({ ...filter, dialog: 'edit', id }),
    onDelete: setToDelete,
  })
  const closeDialog = () => onSearch(filter)
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => onSearch({ ...filter, dialog: 'new' })}
    >
      {t('quickReplies.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('quickReplies.title')}>{add}</PageHeader>
      <FilterBar>
        <SearchBox
          label={t('quickReplies.search')}
          value={searchText}
          onSearch={(text) => onSearch({ search: text || undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('quickReplies.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyList drawing="bubbles" text={t('quickReplies.empty')} isFiltered={searchText !== ''}>
            {add}
          </EmptyList>
        }
      />
      {search.dialog === 'new' && <QuickReplyDialog reply={undefined} onClose={closeDialog} />}
      {search.dialog === 'edit' && search.id && (
        <EditQuickReplyDialog key={search.id} quickReplyId={search.id} onClose={closeDialog} />
      )}
      <DeleteQuickReplyDialog reply={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
